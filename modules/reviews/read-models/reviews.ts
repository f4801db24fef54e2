import { projection } from '../../kernel/projection.ts';
import { erased } from '../../kernel/values/erased.ts';
import type { OwnReview, Review } from '../contract.ts';
import type { ReviewEvent } from '../events.ts';

/** A review with whose it is, and whether it is hidden. */
export type ReviewDocument = OwnReview & { readonly uid: string };

/** Of a review what its writer and admins see of it. */
export const ownOf = ({ uid: _, ...said }: ReviewDocument): OwnReview => said;

const sorted = ({ at, _id }: Review, key: string) => ({ key, sort: `${at} ${_id}` });
const isShown = ({ hidden }: ReviewDocument) => hidden === undefined;

/** Reviews as GET /reviews shows them. A hidden one is listed for its writer and for admins alone. */
export const reviews = projection<ReviewDocument, ReviewEvent>({
  name: 'reviews',
  version: 4,
  internal: ['uid', 'hidden'],
  indexes: {
    all: (review) => (isShown(review) ? sorted(review, '') : undefined),
    tool: (review) => (isShown(review) && review.toolId !== undefined ? sorted(review, review.toolId) : undefined),
    hidden: (review) => (isShown(review) ? undefined : sorted(review, '')),
    hiddenOfTool: (review) =>
      isShown(review) || review.toolId === undefined ? undefined : sorted(review, review.toolId),
    uid: (review) => sorted(review, review.uid),
  },
  on: {
    ReviewAdded: {
      id: ({ data }) => data.reviewId,
      evolve: (_, { data, meta }) => ({
        _id: data.reviewId,
        review: data.review,
        description: data.description,
        name: data.name,
        at: meta.time,
        ...(data.toolId !== undefined && { toolId: data.toolId, toolName: data.toolName, rating: data.rating }),
        ...(data.bought && { bought: true }),
        uid: data.uid,
      }),
    },
    ReviewHidden: {
      id: ({ data }) => data.reviewId,
      evolve: (review, { data, meta }) => review && { ...review, hidden: { reason: data.reason, at: meta.time } },
    },
    ReviewShown: {
      id: ({ data }) => data.reviewId,
      evolve: (review) => {
        if (!review) return undefined;
        const { hidden: _, ...shown } = review;
        return shown;
      },
    },
    ReviewerForgotten: {
      id: ({ data }) => data.reviewId,
      evolve: (review) =>
        review && {
          ...review,
          name: erased,
          ...(review.hidden && { hidden: { ...review.hidden, reason: erased } }),
        },
    },
  },
});
