import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

/** Somebody came to the shop with an identity for the first time. */
export type UserRegistered = DomainEvent<'UserRegistered', { uid: string; email: string; name: string }>;

/** What people say about themselves. */
export type Profile = { education: string; location: string; phone: string; social: string };

/** When somebody said it (ISO 8601, UTC), by which it is counted how often they do in a day. Events of before it was counted have none. */
type Said = { at?: string };

export type ProfileUpdated = DomainEvent<'ProfileUpdated', { uid: string; email: string } & Profile & Said>;

/** Somebody said again what was written down already. Kept, so that the same call again is known and does nothing. */
export type ProfileConfirmed = DomainEvent<'ProfileConfirmed', { uid: string } & Said>;

/** Where somebody has things sent, part by part; `country` is its ISO 3166-1 code of two letters. */
export type AddressParts = {
  street: string;
  postcode?: string | undefined;
  city: string;
  country: string;
  phone: string;
};

/** Somebody had their address kept for their next orders. */
export type AddressSaved = DomainEvent<'AddressSaved', { uid: string } & AddressParts & Said>;

/** Somebody wanted their address kept no longer. */
export type AddressRemoved = DomainEvent<'AddressRemoved', { uid: string } & Said>;

/** A user has another email: their account moved to it. */
export type UserEmailChanged = DomainEvent<'UserEmailChanged', { uid: string; email: string }>;

/** A user became an admin. `by` is the uid of whoever did it, `operator:<name>`, or `system`. */
export type UserPromoted = DomainEvent<'UserPromoted', { uid: string; by: string }>;

/** An admin is one no longer. `by` as for UserPromoted. */
export type UserDemoted = DomainEvent<'UserDemoted', { uid: string; by: string }>;

/**
 * Somebody who is no admin wanted to make one, for so many times `since` (ISO 8601, UTC): `by` wanted it for `uid`, where there
 * is anybody of that email. Both are left out where it is said of many people together.
 */
export type PromotionRefused = DomainEvent<
  'PromotionRefused',
  { by?: string; uid?: string; times: number; since: string }
>;

/** An admin took a copy of all that the shop holds of somebody. `by` is the uid of whoever did. */
export type UserDataExported = DomainEvent<'UserDataExported', { uid: string; by: string }>;

/** The shop forgot a person. What was personal in the events before is sealed for ever. */
export type UserErased = DomainEvent<'UserErased', { uid: string }>;

/** An admin is on the list of admins, which is one stream, by which of their promotions (from 1): see admins.ts. */
export type AdminListed = DomainEvent<'AdminListed', { uid: string; promotion: number }>;

/** Somebody is not, or no longer, on the list of admins for a promotion; they stop being one next, or have stopped. */
export type AdminStruckOff = DomainEvent<'AdminStruckOff', { uid: string; promotion: number }>;

/** Somebody became the first admin of a shop that had none, or none any more, by the code that its terminal showed. */
export type FirstAdminNamed = DomainEvent<'FirstAdminNamed', { uid: string }>;

export type AdminEvent = AdminListed | AdminStruckOff;
export type UserEvent =
  | UserRegistered
  | UserEmailChanged
  | ProfileUpdated
  | ProfileConfirmed
  | AddressSaved
  | AddressRemoved
  | UserPromoted
  | UserDemoted
  | UserDataExported
  | UserErased;

const subject = ({ uid }: { uid: string }) => uid;

export const userEvents = storedEvents<UserEvent | AdminEvent | PromotionRefused | FirstAdminNamed>({
  UserRegistered: { version: 1, personal: { subject, fields: ['email', 'name'] } },
  ProfileUpdated: {
    version: 1,
    personal: { subject, fields: ['email', 'education', 'location', 'phone', 'social'] },
  },
  ProfileConfirmed: { version: 1 },
  AddressSaved: { version: 1, personal: { subject, fields: ['street', 'postcode', 'city', 'country', 'phone'] } },
  AddressRemoved: { version: 1 },
  UserEmailChanged: { version: 1, personal: { subject, fields: ['email'] } },
  UserPromoted: { version: 1 },
  UserDemoted: { version: 1 },
  UserDataExported: { version: 1 },
  PromotionRefused: { version: 1 },
  UserErased: { version: 1 },
  AdminListed: { version: 1 },
  AdminStruckOff: { version: 1 },
  FirstAdminNamed: { version: 1 },
});
