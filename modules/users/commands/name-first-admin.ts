import { Conflict } from '../../kernel/errors.ts';
import type { FirstAdminNamed } from '../events.ts';
import type { FirstAdmin } from '../first-admin.ts';

export type NameFirstAdmin = { type: 'NameFirstAdmin'; uid: string };

/** The code was used before, by somebody else. */
export class FirstAdminIsNamed extends Conflict {
  override name = 'FirstAdminIsNamed';
  constructor() {
    super('This shop has its first admin already. Ask them to make you one.');
  }
}

/** Names the first admin: the first who says the code, and who may say it again where they were broken off. */
export function nameFirstAdmin({ uid }: NameFirstAdmin, named: FirstAdmin): FirstAdminNamed[] {
  if (named.uid === uid) return [];
  if (named.uid !== undefined) throw new FirstAdminIsNamed();
  return [{ type: 'FirstAdminNamed', data: { uid } }];
}
