import type { ReviewAdded, ReviewHidden, ReviewShown } from '../contract.ts';
import type { ReviewAllowed, ReviewerForgotten } from '../events.ts';

/** A review as specs need it: the usual case, but for what the sentence is about. */
export const reviewAdded = (but: Partial<ReviewAdded['data']> = {}): ReviewAdded => ({
  type: 'ReviewAdded',
  data: { reviewId: 'r1', uid: 'u1', name: 'Mina', review: 'Good', description: 'Holds up well.', ...but },
});

export const reviewerForgotten = (but: Partial<ReviewerForgotten['data']> = {}): ReviewerForgotten => ({
  type: 'ReviewerForgotten',
  data: { reviewId: 'r1', uid: 'u1', ...but },
});

export const reviewAllowed = (but: Partial<ReviewAllowed['data']> = {}): ReviewAllowed => ({
  type: 'ReviewAllowed',
  data: { reviewId: 'r1', uid: 'u1', at: '2026-01-02T03:04:05.000Z', ...but },
});

export const reviewHidden = (but: Partial<ReviewHidden['data']> = {}): ReviewHidden => ({
  type: 'ReviewHidden',
  data: { reviewId: 'r1', uid: 'u1', reason: 'It names a neighbour.', by: 'a1', ...but },
});

export const reviewShown = (but: Partial<ReviewShown['data']> = {}): ReviewShown => ({
  type: 'ReviewShown',
  data: { reviewId: 'r1', uid: 'u1', by: 'a1', ...but },
});

/** What is said of a tool by somebody who bought it. */
const boughtHere = { toolId: 't1', rating: 4, bought: true } as const;

export const toolReviewed = (but: Partial<ReviewAdded['data']> = {}): ReviewAdded =>
  reviewAdded({ toolName: 'Claw Hammer', ...boughtHere, ...but });

export const toolReviewHidden = (but: Partial<ReviewHidden['data']> = {}): ReviewHidden =>
  reviewHidden({ ...boughtHere, ...but });

export const toolReviewShown = (but: Partial<ReviewShown['data']> = {}): ReviewShown =>
  reviewShown({ ...boughtHere, ...but });
