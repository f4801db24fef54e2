import type { ReviewerForgotten } from '../events.ts';
import type { Review } from '../review.ts';

export type ForgetReviewer = { type: 'ForgetReviewer'; reviewId: string; uid: string };

/** The review stays, and who wrote it is forgotten. */
export function forgetReviewer({ reviewId, uid }: ForgetReviewer, review: Review): ReviewerForgotten[] {
  return review.status === 'none' ? [] : [{ type: 'ReviewerForgotten', data: { reviewId, uid } }];
}
