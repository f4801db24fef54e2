import { NotFound } from '../../kernel/errors.ts';
import type { AddressParts, AddressSaved } from '../events.ts';
import type { User } from '../user.ts';
import { countedAt } from './bounded-changes.ts';

export type SaveAddress = { type: 'SaveAddress'; uid: string; now: Date } & AddressParts;

/**
 * Keeps where somebody has things sent, in place of what was kept. Saving the same again is nothing new, and never too much.
 * @throws TooMany
 */
export function saveAddress({ type: _, now, ...saved }: SaveAddress, user: User): AddressSaved[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  if (same(user.address, saved)) return [];
  return [{ type: 'AddressSaved', data: { ...saved, at: countedAt(user, now) } }];
}

function same(before: AddressParts | undefined, now: AddressParts): boolean {
  return (
    before !== undefined &&
    before.street === now.street &&
    before.postcode === now.postcode &&
    before.city === now.city &&
    before.country === now.country &&
    before.phone === now.phone
  );
}
