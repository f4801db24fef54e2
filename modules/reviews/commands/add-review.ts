import { Conflict } from '../../kernel/errors.ts';
import type { ReviewAdded } from '../events.ts';
import type { Review } from '../review.ts';

export type AddReview = { type: 'AddReview' } & ReviewAdded['data'];

/** Publishes what somebody thinks of the shop. */
export function addReview({ type: _, ...data }: AddReview, review: Review): ReviewAdded[] {
  if (review.status !== 'none') throw new Conflict('This review is there already.');
  return [{ type: 'ReviewAdded', data }];
}
