import type { Aggregate } from '../kernel/aggregate.ts';
import type { ReviewEvent } from './events.ts';

export type Review = { readonly status: 'none' } | { readonly status: 'published' };

export const review: Aggregate<Review, ReviewEvent> = {
  name: 'review',
  initial: { status: 'none' },
  evolve: (review, { type }) => (type === 'ReviewAdded' ? { status: 'published' } : review),
};
