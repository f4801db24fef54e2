import { Conflict } from '../../kernel/errors.ts';
import { type Admins, never } from '../admins.ts';
import type { AdminStruckOff } from '../events.ts';

export type StrikeOffAdmin = {
  type: 'StrikeOffAdmin';
  uid: string;
  /** Which of their promotions ends. */
  promotion: number;
  /** Another admin, who stays. Left out where somebody is gone already, and the list only follows. */
  stays?: string;
};

/**
 * Takes somebody off the list of admins: before they stop being one, so that of two who go at once the second is kept.
 * Whoever is not on it yet is struck off all the same, or a slower node would list them afterwards.
 */
export function strikeOffAdmin({ uid, promotion, stays }: StrikeOffAdmin, admins: Admins): AdminStruckOff[] {
  const known = admins.get(uid) ?? never;
  const isPromotedAgain = known.promotion > promotion;
  if (stays !== undefined && (isPromotedAgain || !admins.get(stays)?.isListed)) {
    throw new Conflict('Other admins have just changed. Please try again.');
  }
  const isDone = isPromotedAgain || (known.promotion === promotion && !known.isListed);
  return isDone ? [] : [{ type: 'AdminStruckOff', data: { uid, promotion } }];
}
