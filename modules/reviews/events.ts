import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

export type ReviewAdded = DomainEvent<
  'ReviewAdded',
  { reviewId: string; uid: string; name: string; review: string; description: string }
>;

/** A person may write one more review: this one, counted at this moment (ISO 8601, UTC). */
export type ReviewAllowed = DomainEvent<'ReviewAllowed', { reviewId: string; uid: string; at: string }>;

/** Who wrote it is forgotten; the review stays. */
export type ReviewerForgotten = DomainEvent<'ReviewerForgotten', { reviewId: string; uid: string }>;

export type ReviewEvent = ReviewAdded | ReviewerForgotten;

export const reviewEvents = storedEvents<ReviewEvent | ReviewAllowed>({
  ReviewAdded: { version: 1, personal: { subject: (data) => data.uid, fields: ['name'] } },
  ReviewerForgotten: { version: 1 },
  ReviewAllowed: { version: 1 },
});
