import { Conflict } from '../../kernel/errors.ts';
import type { ReviewAdded } from '../contract.ts';
import type { Review } from '../review.ts';

export type AddReview = { type: 'AddReview' } & ReviewAdded['data'];

/** Somebody has reviewed the tool before; one review is what each has of each. */
export class ToolReviewedBefore extends Conflict {
  constructor() {
    super('You have reviewed this tool already.');
  }
}

/** Publishes what somebody thinks of the shop, or of a tool. */
export function addReview({ type: _, ...data }: AddReview, review: Review): ReviewAdded[] {
  if (review.status !== 'none') {
    throw data.toolId === undefined ? new Conflict('This review is there already.') : new ToolReviewedBefore();
  }
  return [{ type: 'ReviewAdded', data }];
}
