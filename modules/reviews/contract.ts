import { z } from 'zod';
import type { DomainEvent } from '../kernel/event.ts';
import { noticed } from '../kernel/wire/live-wire.ts';
import { pageQuery, sentId, text } from '../kernel/wire/wire.ts';

/** How many stars a tool gets. */
export const fewestStars = 1;
export const mostStars = 5;
const starsWanted = `Must be a whole number from ${fewestStars} to ${mostStars}`;
const stars = z.number(starsWanted).int(starsWanted).min(fewestStars, starsWanted).max(mostStars, starsWanted);

/** How long a review may be, in characters; what it is in detail has room of its own. */
export const longestReview = 120;

export const addReviewBody = z
  .object({
    review: text(longestReview),
    description: text(2_000),
    toolId: sentId.optional().describe('Which tool it is about; the shop as a whole when left out'),
    rating: stars.optional().describe('Of the tool, so only together with toolId'),
  })
  .refine(({ toolId, rating }) => toolId === undefined || rating !== undefined, {
    path: ['rating'],
    message: `Say how many stars the tool gets, from ${fewestStars} to ${mostStars}`,
  })
  .refine(({ toolId, rating }) => rating === undefined || toolId !== undefined, {
    path: ['rating'],
    message: 'Only a tool has stars: name its toolId too',
  })
  .meta({ id: 'NewReview' });
export type AddReview = z.infer<typeof addReviewBody>;

export const review = z
  .object({
    _id: z.string(),
    review: z.string(),
    description: z.string(),
    name: z.string(),
    at: z.string(),
    toolId: z.string().optional().describe('Which tool it is about; the shop as a whole when left out'),
    toolName: z.string().optional().describe('What the tool was called then'),
    rating: z.int().optional().describe(`Of the tool, from ${fewestStars} to ${mostStars}`),
    bought: z.literal(true).optional().describe('Who wrote it had bought the tool here'),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof review>;

/** A review as its writer and admins see it: also that it is hidden, and why. */
export const ownReview = review
  .extend({
    hidden: z.object({ reason: z.string(), at: z.string() }).optional().describe('Nobody else sees it, and why'),
  })
  .meta({ id: 'OwnReview' });
export type OwnReview = z.infer<typeof ownReview>;

export const reviewsQuery = pageQuery.extend({
  toolId: sentId.optional().describe('Only those of this tool'),
});

export const hideReviewBody = z.object({ reason: text(500) }).meta({ id: 'HideReview' });

/**
 * `review.added`: the newest review that is shown; where none is any more, the one that was hidden last. Everybody is told, also when one
 * was hidden or is shown again.
 */
export const reviewAdded = noticed.extend({ reviewId: z.string() });

/** What a review says of a tool. Left out together where it is about the shop. */
type OfTool = {
  toolId?: string;
  /** From 1 to 5. */
  rating?: number;
  /** Its author had a paid order of the tool then. Else left out; a tool's rating is made of these alone. */
  bought?: true;
};

/** Somebody says what they think of the shop, or of a tool. */
export type ReviewAdded = DomainEvent<
  'ReviewAdded',
  {
    reviewId: string;
    uid: string;
    name: string;
    review: string;
    description: string;
    /** What the tool was called then. */
    toolName?: string;
  } & OfTool
>;

/** Nobody but its writer and admins sees it any more; `uid` is its writer's. Ratings follow. */
export type ReviewHidden = DomainEvent<
  'ReviewHidden',
  { reviewId: string; uid: string; reason: string; by: string } & OfTool
>;

/** It is shown again. */
export type ReviewShown = DomainEvent<'ReviewShown', { reviewId: string; uid: string; by: string } & OfTool>;
