import { type Admins, never } from '../admins.ts';
import type { AdminListed } from '../events.ts';

export type ListAdmin = { type: 'ListAdmin'; uid: string; promotion: number };

/** Puts somebody who became an admin on the list: once for each promotion, and not after being struck off for it. */
export function listAdmin({ uid, promotion }: ListAdmin, admins: Admins): AdminListed[] {
  const known = admins.get(uid) ?? never;
  return known.promotion >= promotion ? [] : [{ type: 'AdminListed', data: { uid, promotion } }];
}
