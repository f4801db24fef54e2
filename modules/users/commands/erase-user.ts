import type { UserErased } from '../events.ts';
import type { User } from '../user.ts';

/** Forgets a person. Whoever is not known is forgotten already. */
export function eraseUser({ uid }: { uid: string }, user: User): UserErased[] {
  return user.status === 'registered' ? [{ type: 'UserErased', data: { uid } }] : [];
}
