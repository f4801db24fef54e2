import type { DomainEvent } from '../kernel/event.ts';
import { storedEvents } from '../kernel/stored-events.ts';

export type ReviewAdded = DomainEvent<
  'ReviewAdded',
  { reviewId: string; uid: string; name: string; review: string; description: string }
>;

export const reviewEvents = storedEvents<ReviewAdded>({
  ReviewAdded: { version: 1, personal: { subject: (data) => data.uid, fields: ['name'] } },
});
