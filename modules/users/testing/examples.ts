import type {
  AddressParts,
  AddressRemoved,
  AddressSaved,
  AdminListed,
  AdminStruckOff,
  FirstAdminNamed,
  Profile,
  ProfileConfirmed,
  ProfileUpdated,
  PromotionRefused,
  UserDataExported,
  UserDemoted,
  UserEmailChanged,
  UserErased,
  UserPromoted,
  UserRegistered,
} from '../events.ts';

/** Events of one user as specs need them: the usual case, but for what the sentence is about. */

/** When somebody said what is their own to say. */
const at = '2026-01-02T03:04:05.000Z';

export const profile: Profile = {
  education: 'Carpentry',
  location: 'Dhaka',
  phone: '+880 1',
  social: 'https://example.com/mina',
};

export const userRegistered = (but: Partial<UserRegistered['data']> = {}): UserRegistered => ({
  type: 'UserRegistered',
  data: { uid: 'u1', email: 'mina@example.com', name: 'Mina', ...but },
});

export const profileUpdated = (but: Partial<ProfileUpdated['data']> = {}): ProfileUpdated => ({
  type: 'ProfileUpdated',
  data: { uid: 'u1', email: 'mina@example.com', ...profile, at, ...but },
});

export const profileConfirmed = (but: Partial<ProfileConfirmed['data']> = {}): ProfileConfirmed => ({
  type: 'ProfileConfirmed',
  data: { uid: 'u1', at, ...but },
});

export const addressParts: AddressParts = {
  street: '12 Mirpur Road',
  postcode: '1216',
  city: 'Dhaka',
  country: 'BD',
  phone: '+880 1',
};

export const addressSaved = (but: Partial<AddressSaved['data']> = {}): AddressSaved => ({
  type: 'AddressSaved',
  data: { uid: 'u1', ...addressParts, at, ...but },
});

export const addressRemoved = (): AddressRemoved => ({ type: 'AddressRemoved', data: { uid: 'u1', at } });

export const userEmailChanged = (but: Partial<UserEmailChanged['data']> = {}): UserEmailChanged => ({
  type: 'UserEmailChanged',
  data: { uid: 'u1', email: 'mina@example.org', ...but },
});

export const userPromoted = (but: Partial<UserPromoted['data']> = {}): UserPromoted => ({
  type: 'UserPromoted',
  data: { uid: 'u1', by: 'u9', ...but },
});

export const userDemoted = (but: Partial<UserDemoted['data']> = {}): UserDemoted => ({
  type: 'UserDemoted',
  data: { uid: 'u1', by: 'u9', ...but },
});

export const userDataExported = (but: Partial<UserDataExported['data']> = {}): UserDataExported => ({
  type: 'UserDataExported',
  data: { uid: 'u1', by: 'u9', ...but },
});

export const firstAdminNamed = (but: Partial<FirstAdminNamed['data']> = {}): FirstAdminNamed => ({
  type: 'FirstAdminNamed',
  data: { uid: 'u1', ...but },
});

export const adminListed = (but: Partial<AdminListed['data']> = {}): AdminListed => ({
  type: 'AdminListed',
  data: { uid: 'u1', promotion: 1, ...but },
});

export const adminStruckOff = (but: Partial<AdminStruckOff['data']> = {}): AdminStruckOff => ({
  type: 'AdminStruckOff',
  data: { uid: 'u1', promotion: 1, ...but },
});

export const promotionRefused = (but: Partial<PromotionRefused['data']> = {}): PromotionRefused => ({
  type: 'PromotionRefused',
  data: { by: 'u1', uid: 'u2', times: 1, since: '2026-01-02T03:04:05.000Z', ...but },
});

export const userErased = (but: Partial<UserErased['data']> = {}): UserErased => ({
  type: 'UserErased',
  data: { uid: 'u1', ...but },
});
