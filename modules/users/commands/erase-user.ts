import type { UserErased } from '../events.ts';
import type { User } from '../user.ts';

export type EraseUser = { type: 'EraseUser'; uid: string };

/** Forgets a person. Whoever never registered is forgotten too: they may hold a proof of who they were, and must not come with it. */
export function eraseUser({ uid }: EraseUser, user: User): UserErased[] {
  return user.status === 'erased' ? [] : [{ type: 'UserErased', data: { uid } }];
}
