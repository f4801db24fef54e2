import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';
import type { ReviewAdded, ReviewHidden, ReviewShown } from './contract.ts';

/** A person may write one more review: this one, counted at this moment (ISO 8601, UTC). */
export type ReviewAllowed = DomainEvent<'ReviewAllowed', { reviewId: string; uid: string; at: string }>;

/** Its author is forgotten; the review stays. */
export type ReviewerForgotten = DomainEvent<'ReviewerForgotten', { reviewId: string; uid: string }>;

export type ReviewEvent = ReviewAdded | ReviewHidden | ReviewShown | ReviewerForgotten;

export const reviewEvents = storedEvents<ReviewEvent | ReviewAllowed>({
  ReviewAdded: { version: 1, personal: { subject: (data) => data.uid, fields: ['name'] } },
  // The reason is what an admin wrote about what the writer has written.
  ReviewHidden: { version: 1, personal: { subject: (data) => data.uid, fields: ['reason'] } },
  ReviewShown: { version: 1 },
  ReviewerForgotten: { version: 1 },
  ReviewAllowed: { version: 1 },
});
