import { NotFound } from '../../kernel/errors.ts';
import type { AddressParts, AddressSaved } from '../events.ts';
import type { User } from '../user.ts';

export type SaveAddress = { type: 'SaveAddress'; uid: string } & AddressParts;

/** Keeps where somebody has things sent, in place of what was kept. Saving the same again is nothing new. */
export function saveAddress({ type: _, ...saved }: SaveAddress, user: User): AddressSaved[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  return same(user.address, saved) ? [] : [{ type: 'AddressSaved', data: saved }];
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
