import type { z } from 'zod';
import type { reviewAdded } from '../../../../modules/reviews/contract.ts';
import type { Heard } from '../../lib/live-notices.ts';
import { hearReview, isReviewAwaited, reviewsQuery } from './reviews-query.ts';

/** Everybody on the home page hears of a review: their questions are spread over so many ms. */
const spreadMs = 2_000;

const added: Heard<z.infer<typeof reviewAdded>> = ({ position }, client) => {
  if (!hearReview(client, BigInt(position))) return;
  setTimeout(() => {
    if (isReviewAwaited(client)) void client.invalidateQueries(reviewsQuery);
  }, spreadMs * Math.random());
};

export const reviewNotices = { 'review.added': added };
