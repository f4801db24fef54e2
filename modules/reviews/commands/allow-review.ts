import { TooMany } from '../../kernel/errors.ts';
import type { ReviewAllowed } from '../events.ts';
import { aDay, type Reviewer } from '../reviewer.ts';

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
  const counted = recent.filter((at) => at > now.getTime() - aDay).sort((one, other) => one - other);
  // The one whose day must be over before there is room for another.
  const inTheWay = perDay > 0 ? counted.at(-perDay) : undefined;
  if (inTheWay !== undefined) throw tooMany(perDay, Math.ceil((inTheWay + aDay - now.getTime()) / 1_000));
  return [{ type: 'ReviewAllowed', data: { reviewId, uid, at: now.toISOString() } }];
}

/** @param wait in seconds */
function tooMany(perDay: number, wait: number): TooMany {
  const hours = Math.ceil(wait / 3_600);
  const written = `You have written ${perDay === 1 ? 'a review' : `${perDay} reviews`} within a day, which is the most.`;
  return new TooMany(`${written} Please write the next one in ${hours === 1 ? 'an hour' : `${hours} hours`}.`, wait);
}
