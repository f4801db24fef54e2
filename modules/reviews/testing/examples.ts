import type { ReviewAdded, ReviewAllowed, ReviewerForgotten } from '../events.ts';

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
