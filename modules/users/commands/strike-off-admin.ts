import { Conflict } from '../../kernel/errors.ts';
import type { Admins } from '../admins.ts';
import type { AdminStruckOff } from '../events.ts';

export type StrikeOffAdmin = {
  type: 'StrikeOffAdmin';
  uid: string;
  /** Another admin, who stays. Left out where somebody is gone already, and the list only follows. */
  stays?: string;
};

/** Takes somebody off the list of admins: before they stop being one, so that of two who go at once the second is kept. */
export function strikeOffAdmin({ uid, stays }: StrikeOffAdmin, admins: Admins): AdminStruckOff[] {
  if (stays !== undefined && !admins.has(stays)) throw new Conflict('Another admin has just gone. Please try again.');
  return admins.has(uid) ? [{ type: 'AdminStruckOff', data: { uid } }] : [];
}
