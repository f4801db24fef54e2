import { documentView } from '../kernel/documents/document-view.ts';
import { history } from '../kernel/history.ts';
import { ownReview } from './contract.ts';
import type { ReviewAllowed, ReviewEvent } from './events.ts';
import { reviews } from './read-models/reviews.ts';

const ofTool = ['toolId', 'rating', 'bought'] as const;

/** How what happened to reviews is told. */
export const reviewHistory = history<ReviewEvent | ReviewAllowed>({
  streams: ['review', 'reviewer'],
  views: [documentView(reviews, { name: 'review', schema: ownReview })],
  events: {
    ReviewAdded: {
      shows: ['reviewId', 'uid', 'name', 'review', 'description', 'toolName', ...ofTool],
      says: ({ data: { uid, review, toolId, rating } }, { person, tool }) =>
        toolId === undefined
          ? `${person(uid)} reviewed the shop: “${review}”`
          : `${person(uid)} gave ${tool(toolId)} ${starsOf(rating)}: “${review}”`,
    },
    ReviewHidden: {
      shows: ['reviewId', 'uid', 'reason', 'by', ...ofTool],
      says: ({ data: { uid, reason } }, { actor, person }) => `${actor} hid a review by ${person(uid)}: ${reason}`,
    },
    ReviewShown: {
      shows: ['reviewId', 'uid', 'by', ...ofTool],
      says: ({ data: { uid } }, { actor, person }) => `${actor} showed a review by ${person(uid)} again`,
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

const starsOf = (rating: number | undefined) => (rating === 1 ? '1 star' : `${rating} stars`);
