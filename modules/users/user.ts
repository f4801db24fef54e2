import type { Aggregate } from '../kernel/aggregate.ts';
import type { AddressParts, Profile, UserEvent } from './events.ts';

/**
 * Somebody the shop knows, and what they may. `email` is there once their account has moved to another one; `promotions`
 * counts how many times they became an admin.
 */
export type User = { readonly email?: string; readonly promotions: number } & (
  | { status: 'none' }
  | { status: 'registered'; role: 'user' | 'admin'; profile: Profile | undefined; address?: AddressParts | undefined }
  | { status: 'erased' }
);

function evolve(user: User, event: UserEvent): User {
  switch (event.type) {
    case 'UserRegistered':
      return { email: user.email, promotions: 0, status: 'registered', role: 'user', profile: undefined };
    case 'UserEmailChanged':
      return { ...user, email: event.data.email };
    case 'ProfileUpdated': {
      const { education, location, phone, social } = event.data;
      return user.status === 'registered' ? { ...user, profile: { education, location, phone, social } } : user;
    }
    case 'ProfileConfirmed':
    case 'UserDataExported':
      return user;
    case 'AddressSaved': {
      const { uid: _, ...address } = event.data;
      return user.status === 'registered' ? { ...user, address } : user;
    }
    case 'AddressRemoved':
      return user.status === 'registered' ? { ...user, address: undefined } : user;
    case 'UserPromoted':
      return user.status === 'registered' ? { ...user, role: 'admin', promotions: user.promotions + 1 } : user;
    case 'UserDemoted':
      return user.status === 'registered' ? { ...user, role: 'user' } : user;
    case 'UserErased':
      return { status: 'erased', promotions: user.promotions };
    default: // What a newer release wrote and this one does not know.
      return user;
  }
}

export const user: Aggregate<User, UserEvent> = { name: 'user', initial: { status: 'none', promotions: 0 }, evolve };
