import { projection } from '../../kernel/projection.ts';
import type { Review } from '../contract.ts';
import type { ReviewAdded } from '../events.ts';

/** Reviews as GET /reviews shows them. */
export const reviews = projection<Review, ReviewAdded>({
  name: 'reviews',
  version: 1,
  indexes: { all: ({ at, _id }) => ({ key: '', sort: `${at} ${_id}` }) },
  on: {
    ReviewAdded: {
      id: ({ data }) => data.reviewId,
      evolve: (_, { data, meta }) => ({
        _id: data.reviewId,
        review: data.review,
        description: data.description,
        name: data.name,
        at: meta.time,
      }),
    },
  },
});
