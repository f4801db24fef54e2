import type { Aggregate } from '../kernel/aggregate.ts';
import type { ReviewAdded } from './events.ts';

export type Review = { readonly status: 'none' } | { readonly status: 'published' };

export const review: Aggregate<Review, ReviewAdded> = {
  name: 'review',
  initial: { status: 'none' },
  evolve: () => ({ status: 'published' }),
};
