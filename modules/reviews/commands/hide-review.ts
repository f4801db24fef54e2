import { NotFound } from '../../kernel/errors.ts';
import type { ReviewHidden } from '../contract.ts';
import type { Review } from '../review.ts';

export type HideReview = { type: 'HideReview'; reviewId: string; reason: string; by: string };

/** Takes a review out of sight. Hiding twice is hiding once, and the first reason stays. */
export function hideReview({ reviewId, reason, by }: HideReview, review: Review): ReviewHidden[] {
  if (review.status === 'none') throw new NotFound('There is no such review.');
  if (review.status === 'hidden') return [];
  return [{ type: 'ReviewHidden', data: { reviewId, ...review.said, reason, by } }];
}
