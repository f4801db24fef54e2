import { NotFound } from '../../kernel/errors.ts';
import type { UserPromoted } from '../events.ts';
import type { User } from '../user.ts';

export type PromoteUser = { type: 'PromoteUser'; uid: string; by: string };

/** Makes a user an admin. Whoever is one already stays one. */
export function promoteUser({ uid, by }: PromoteUser, user: User): UserPromoted[] {
  if (user.status !== 'registered') throw new NotFound('No such user.');
  return user.role === 'admin' ? [] : [{ type: 'UserPromoted', data: { uid, by } }];
}
