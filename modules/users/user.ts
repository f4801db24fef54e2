import type { Aggregate } from '../kernel/aggregate.ts';
import type { AddressParts, Profile, UserEvent } from './events.ts';

/** How often somebody said something of themselves on the last day (UTC) on which they did. */
export type Counted = { readonly day: string; readonly changes: number };

/**
 * Somebody the shop knows, and what they may. `email` is there once their account has moved to another one; `promotions`
 * counts how many times they became an admin.
 */
export type User = { readonly email?: string; readonly promotions: number } & (
  | { status: 'none' }
  | ({
      status: 'registered';
      role: 'user' | 'admin';
      profile: Profile | undefined;
      address?: AddressParts | undefined;
    } & Counted)
  | { status: 'erased' }
);

function evolve(user: User, event: UserEvent): User {
  switch (event.type) {
    case 'UserRegistered':
      return { email: user.email, promotions: 0, status: 'registered', role: 'user', ...unsaid };
    case 'UserEmailChanged':
      return { ...user, email: event.data.email };
    case 'ProfileUpdated': {
      const { education, location, phone, social } = event.data;
      return said(user, event.data.at, { profile: { education, location, phone, social } });
    }
    case 'ProfileConfirmed':
      return said(user, event.data.at, {});
    case 'UserDataExported':
      return user;
    case 'AddressSaved': {
      const { uid: _, at, ...address } = event.data;
      return said(user, at, { address });
    }
    case 'AddressRemoved':
      return said(user, event.data.at, { address: undefined });
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

const unsaid = { profile: undefined, day: '', changes: 0 } as const;

/** What somebody says of themselves, and when. */
function said(
  user: User,
  at: string | undefined,
  what: { profile?: Profile; address?: AddressParts | undefined },
): User {
  if (user.status !== 'registered') return user;
  const day = at?.slice(0, 10);
  if (day === undefined) return { ...user, ...what };
  return { ...user, ...what, day, changes: day === user.day ? user.changes + 1 : 1 };
}

export const user: Aggregate<User, UserEvent> = { name: 'user', initial: { status: 'none', promotions: 0 }, evolve };
