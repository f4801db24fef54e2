import { NotFound } from '../../kernel/errors.ts';
import type { UserDemoted } from '../events.ts';
import type { User } from '../user.ts';

export type DemoteUser = { type: 'DemoteUser'; uid: string; by: string };

/** Takes an admin's rights away. Who is no admin stays none. That one is left is not known here: see UserUseCases. */
export function demoteUser({ uid, by }: DemoteUser, user: User): UserDemoted[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  return user.role === 'admin' ? [{ type: 'UserDemoted', data: { uid, by } }] : [];
}
