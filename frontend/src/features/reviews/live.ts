import type { z } from 'zod';
import type { reviewAdded } from '../../../../modules/reviews/contract.ts';
import { spreadMs } from '../../lib/live/ask-while-behind.ts';
import type { Heard } from '../../lib/live/live-notices.ts';
import { hearReview, isReviewAwaited, reviewsQuery } from './reviews-query.ts';

const added: Heard<z.infer<typeof reviewAdded>> = ({ position }, client) => {
  if (!hearReview(client, BigInt(position))) return;
  setTimeout(() => {
    if (isReviewAwaited(client)) void client.invalidateQueries(reviewsQuery);
  }, spreadMs * Math.random());
};

export const reviewNotices = { 'review.added': added };
