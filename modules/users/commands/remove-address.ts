import { NotFound } from '../../kernel/errors.ts';
import type { AddressRemoved } from '../events.ts';
import type { User } from '../user.ts';

export type RemoveAddress = { type: 'RemoveAddress'; uid: string };

/** Keeps no address of somebody any more. Their orders keep where they go. */
export function removeAddress({ uid }: RemoveAddress, user: User): AddressRemoved[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  return user.address ? [{ type: 'AddressRemoved', data: { uid } }] : [];
}
