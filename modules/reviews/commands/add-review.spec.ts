import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Review, review } from '../review.ts';
import { reviewAdded } from '../testing/examples.ts';
import { addReview } from './add-review.ts';

const add = (state: Review) => addReview({ type: 'AddReview', ...reviewAdded().data }, state);

describe('adding a review', () => {
  it('publishes it', () => given(review).when(add).then(reviewAdded()));

  it('refuses one that is there already', () => given(review, reviewAdded()).when(add).thenThrows(Conflict));
});
