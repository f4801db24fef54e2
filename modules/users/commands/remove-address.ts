import { NotFound } from '../../kernel/errors.ts';
import type { AddressRemoved } from '../events.ts';
import type { User } from '../user.ts';
import { countedAt } from './bounded-changes.ts';

export type RemoveAddress = { type: 'RemoveAddress'; uid: string; now: Date };

/** Keeps no address of somebody any more. Their orders keep where they go. @throws TooMany */
export function removeAddress({ uid, now }: RemoveAddress, user: User): AddressRemoved[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  return user.address ? [{ type: 'AddressRemoved', data: { uid, at: countedAt(user, now) } }] : [];
}
