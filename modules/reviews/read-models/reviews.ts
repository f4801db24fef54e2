import { erased } from '../../kernel/erased.ts';
import { projection } from '../../kernel/projection.ts';
import type { Review } from '../contract.ts';
import type { ReviewEvent } from '../events.ts';

/** A review with whose it is. */
export type ReviewDocument = Review & { readonly uid: string };

const sorted = ({ at, _id }: Review, key: string) => ({ key, sort: `${at} ${_id}` });

/** Reviews as GET /reviews shows them. */
export const reviews = projection<ReviewDocument, ReviewEvent>({
  name: 'reviews',
  version: 2,
  internal: ['uid'],
  everyIn: 'all',
  indexes: { all: (review) => sorted(review, ''), uid: (review) => sorted(review, review.uid) },
  on: {
    ReviewAdded: {
      id: ({ data }) => data.reviewId,
      evolve: (_, { data, meta }) => ({
        _id: data.reviewId,
        review: data.review,
        description: data.description,
        name: data.name,
        at: meta.time,
        uid: data.uid,
      }),
    },
    ReviewerForgotten: {
      id: ({ data }) => data.reviewId,
      evolve: (review) => review && { ...review, name: erased },
    },
  },
});
