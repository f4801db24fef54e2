import { z } from 'zod';
import { noticed } from '../kernel/live-wire.ts';
import { text } from '../kernel/wire.ts';

export const addReviewBody = z.object({ review: text(120), description: text(2_000) }).meta({ id: 'NewReview' });
export type AddReview = z.infer<typeof addReviewBody>;

export const review = z
  .object({ _id: z.string(), review: z.string(), description: z.string(), name: z.string(), at: z.string() })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof review>;

/** `review.added`: the newest review there is. Everybody is told. */
export const reviewAdded = noticed.extend({ reviewId: z.string() });
export type ReviewAdded = z.infer<typeof reviewAdded>;
