import { NotFound } from '../../kernel/errors.ts';
import type { ReviewShown } from '../contract.ts';
import type { Review } from '../review.ts';

export type ShowReview = { type: 'ShowReview'; reviewId: string; by: string };

/** Shows a hidden review again. One that is shown stays as it is. */
export function showReview({ reviewId, by }: ShowReview, review: Review): ReviewShown[] {
  if (review.status === 'none') throw new NotFound('There is no such review.');
  if (review.status === 'shown') return [];
  return [{ type: 'ReviewShown', data: { reviewId, ...review.said, by } }];
}
