import { NotFound } from '../../kernel/errors.ts';
import type { UserDemoted } from '../events.ts';
import type { User } from '../user.ts';

/** `promotion` is the one that ends, counted from 1: that without it an admin is left was found of that one alone. */
export type DemoteUser = { type: 'DemoteUser'; uid: string; by: string; promotion: number };

/** Takes an admin's rights away. Whoever is no admin stays none. That one is left is not known here: see Departures. */
export function demoteUser({ uid, by, promotion }: DemoteUser, user: User): UserDemoted[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  const isThatOne = user.role === 'admin' && user.promotions === promotion;
  return isThatOne ? [{ type: 'UserDemoted', data: { uid, by } }] : [];
}
