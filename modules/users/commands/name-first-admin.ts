import { Conflict } from '../../kernel/errors.ts';
import type { FirstAdminNamed } from '../events.ts';
import type { FirstAdmin } from '../first-admin.ts';

export type NameFirstAdmin = {
  type: 'NameFirstAdmin';
  uid: string;
  /** How often somebody had been named, where nothing can come of the last time any more, and the shop has no admin. */
  lapsed?: number | undefined;
};

/** The code was used before, by somebody else. */
export class FirstAdminIsNamed extends Conflict {
  override name = 'FirstAdminIsNamed';
  constructor() {
    super('This shop has its first admin already. Ask them to make you one.');
  }
}

/**
 * Names the first admin: the first who says the code, and who may say it again where they were broken off. Somebody else is named
 * only where the last naming has lapsed, once for each: of several who found it lapsed, the second finds a newer one.
 */
export function nameFirstAdmin({ uid, lapsed }: NameFirstAdmin, named: FirstAdmin): FirstAdminNamed[] {
  if (named.uid !== undefined && lapsed !== named.times) {
    if (named.uid === uid) return [];
    throw new FirstAdminIsNamed();
  }
  return [{ type: 'FirstAdminNamed', data: { uid } }];
}
