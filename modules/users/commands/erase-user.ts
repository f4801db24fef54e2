import type { UserErased } from '../events.ts';
import type { User } from '../user.ts';

export type EraseUser = { type: 'EraseUser'; uid: string };

/** Forgets a person. Whoever is not known is forgotten already. */
export function eraseUser({ uid }: EraseUser, user: User): UserErased[] {
  return user.status === 'registered' ? [{ type: 'UserErased', data: { uid } }] : [];
}
