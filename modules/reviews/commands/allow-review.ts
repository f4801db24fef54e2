import { TooMany } from '../../kernel/errors.ts';
import { secondsUntilRoom } from '../../kernel/time/day-quota.ts';
import type { ReviewAllowed } from '../events.ts';
import type { Reviewer } from '../reviewer.ts';

export type AllowReview = {
  type: 'AllowReview';
  reviewId: string;
  uid: string;
  now: Date;
  /** The rate limit: so many reviews in any 24 hours; 0 is without limit. */
  perDay: number;
};

/** Lets a person write one more review, if they have not written too many within a day. */
export function allowReview({ reviewId, uid, now, perDay }: AllowReview, { recent }: Reviewer): ReviewAllowed[] {
  const wait = secondsUntilRoom(recent, perDay, now);
  if (wait !== undefined) throw tooMany(perDay, wait);
  return [{ type: 'ReviewAllowed', data: { reviewId, uid, at: now.toISOString() } }];
}

/** @param wait in seconds */
function tooMany(perDay: number, wait: number): TooMany {
  const hours = Math.ceil(wait / 3_600);
  const written = `You have written ${perDay === 1 ? 'a review' : `${perDay} reviews`} within a day, which is the most.`;
  return new TooMany(`${written} Please write the next one in ${hours === 1 ? 'an hour' : `${hours} hours`}.`, wait);
}
