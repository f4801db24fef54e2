import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { ReviewAdded } from '../contract.ts';
import { type Review, review } from '../review.ts';
import { reviewAdded, toolReviewed, toolReviewHidden } from '../testing/examples.ts';
import { addReview, ToolReviewedBefore } from './add-review.ts';

const add =
  ({ data }: ReviewAdded) =>
  (state: Review) =>
    addReview({ type: 'AddReview', ...data }, state);

describe('adding a review', () => {
  it('publishes it', () => given(review).when(add(reviewAdded())).then(reviewAdded()));

  it('publishes what it says of a tool', () => given(review).when(add(toolReviewed())).then(toolReviewed()));

  it('refuses one that is there already', () =>
    given(review, reviewAdded()).when(add(reviewAdded())).thenThrows(Conflict));

  it('refuses a second one of a tool, also while the first is hidden', () => {
    const another = add(toolReviewed({ review: 'Bad', rating: 1 }));
    given(review, toolReviewed())
      .when(another)
      .thenThrows(ToolReviewedBefore, /^You have reviewed this tool already.$/);
    given(review, toolReviewed(), toolReviewHidden()).when(another).thenThrows(ToolReviewedBefore);
  });
});
