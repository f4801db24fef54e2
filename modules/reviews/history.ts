import { documentView } from '../kernel/document-view.ts';
import { history } from '../kernel/history.ts';
import { review as reviewSchema } from './contract.ts';
import type { ReviewAllowed, ReviewEvent } from './events.ts';
import { reviews } from './read-models/reviews.ts';

/** How what happened to reviews is told. */
export const reviewHistory = history<ReviewEvent | ReviewAllowed>({
  streams: ['review', 'reviewer'],
  views: [documentView(reviews, { name: 'review', schema: reviewSchema })],
  events: {
    ReviewAdded: {
      shows: ['reviewId', 'uid', 'name', 'review', 'description'],
      says: ({ data: { uid, review } }, { person }) => `${person(uid)} reviewed the shop: “${review}”`,
    },
    ReviewAllowed: {
      shows: ['reviewId', 'uid', 'at'],
      says: ({ data: { uid } }, { person }) => `${person(uid)} may write one more review`,
    },
    ReviewerForgotten: {
      shows: ['reviewId', 'uid'],
      says: () => 'Who wrote a review is forgotten',
    },
  },
});
