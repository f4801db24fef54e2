import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import { type Review, review } from '../review.ts';
import {
  reviewAdded,
  reviewHidden,
  reviewShown,
  toolReviewed,
  toolReviewHidden,
  toolReviewShown,
} from '../testing/examples.ts';
import { hideReview } from './hide-review.ts';
import { showReview } from './show-review.ts';

const { reason, by, reviewId } = reviewHidden().data;
const hide = (state: Review) => hideReview({ type: 'HideReview', reviewId, reason, by }, state);
const show = (state: Review) => showReview({ type: 'ShowReview', reviewId, by }, state);

describe('hiding a review', () => {
  it('says whose it is, and why', () => given(review, reviewAdded()).when(hide).then(reviewHidden()));

  it('says what it says of a tool, so that the rating can follow', () =>
    given(review, toolReviewed()).when(hide).then(toolReviewHidden()));

  it('twice is hiding it once', () => given(review, reviewAdded(), reviewHidden()).when(hide).thenNothing());

  it('refuses one that is not there', () => given(review).when(hide).thenThrows(NotFound));
});

describe('showing a review', () => {
  it('says what it says of a tool', () =>
    given(review, toolReviewed(), toolReviewHidden()).when(show).then(toolReviewShown()));

  it('does nothing to one that is shown', () => {
    given(review, reviewAdded()).when(show).thenNothing();
    given(review, reviewAdded(), reviewHidden(), reviewShown()).when(show).thenNothing();
  });

  it('refuses one that is not there', () => given(review).when(show).thenThrows(NotFound));

  it('lets it be hidden again', () =>
    given(review, reviewAdded(), reviewHidden(), reviewShown()).when(hide).then(reviewHidden()));
});
