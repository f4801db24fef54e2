import type { Admins } from '../admins.ts';
import type { AdminListed } from '../events.ts';

export type ListAdmin = { type: 'ListAdmin'; uid: string };

/** Puts somebody who became an admin on the list. */
export function listAdmin({ uid }: ListAdmin, admins: Admins): AdminListed[] {
  return admins.has(uid) ? [] : [{ type: 'AdminListed', data: { uid } }];
}
