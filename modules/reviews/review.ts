import type { Aggregate } from '../kernel/aggregate.ts';
import type { ReviewAdded } from './contract.ts';
import type { ReviewEvent } from './events.ts';

/** Whose it is, and what it says of which tool. */
export type Said = Pick<ReviewAdded['data'], 'uid' | 'toolId' | 'rating' | 'bought'>;

export type Review = { readonly status: 'none' } | { readonly status: 'shown' | 'hidden'; readonly said: Said };

export const review: Aggregate<Review, ReviewEvent> = { name: 'review', initial: { status: 'none' }, evolve };

function evolve(review: Review, event: ReviewEvent): Review {
  switch (event.type) {
    case 'ReviewAdded':
      return { status: 'shown', said: saidIn(event.data) };
    case 'ReviewHidden':
      return review.status === 'none' ? review : { ...review, status: 'hidden' };
    case 'ReviewShown':
      return review.status === 'none' ? review : { ...review, status: 'shown' };
    default: // What concerns decisions no more, and what a newer release wrote.
      return review;
  }
}

const saidIn = ({ uid, toolId, rating, bought }: Said): Said => ({
  uid,
  ...(toolId !== undefined && { toolId, rating }),
  ...(bought && { bought }),
});
