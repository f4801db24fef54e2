import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { shownIn } from '../../kernel/documents/document-text.ts';
import { erased } from '../../kernel/values/erased.ts';
import { ownReview, review } from '../contract.ts';
import {
  reviewAdded,
  reviewerForgotten,
  toolReviewed,
  toolReviewHidden,
  toolReviewShown,
} from '../testing/examples.ts';
import { ownOf, reviews } from './reviews.ts';

const at = '2026-01-02T03:04:05.000Z';

describe('the reviews', () => {
  it('show what was said, by whom and when, in the words of the contract, and not whose account it was', () => {
    const shown = JSON.parse(shownIn(reviews.textOf(projected(reviews, reviewAdded()).documents.get('r1'))));
    expect(shown).toEqual({ _id: 'r1', review: 'Good', description: 'Holds up well.', name: 'Mina', at });
    expect(review.parse(shown)).toEqual(shown);
  });

  it('are listed by time, all of them and those of a person', () => {
    expect(projected(reviews, reviewAdded()).entriesOf('r1')).toEqual([
      { index: 'all', key: '', sort: `${at} r1` },
      { index: 'uid', key: 'u1', sort: `${at} r1` },
    ]);
  });

  it('say of which tool, with how many stars, and that it was bought here', () => {
    const shown = JSON.parse(shownIn(reviews.textOf(projected(reviews, toolReviewed()).documents.get('r1'))));
    expect(shown).toMatchObject({ toolId: 't1', toolName: 'Claw Hammer', rating: 4, bought: true });
    expect(review.parse(shown)).toEqual(shown);
    expect(projected(reviews, toolReviewed()).entriesOf('r1')).toContainEqual({
      index: 'tool',
      key: 't1',
      sort: `${at} r1`,
    });
  });

  it('that are hidden are listed for their writer and for admins alone, with why', () => {
    const hidden = projected(reviews, toolReviewed(), toolReviewHidden());
    expect(hidden.entriesOf('r1').map(({ index }) => index)).toEqual(['hidden', 'hiddenOfTool', 'uid']);
    const own = ownOf(reviews.documentOf(reviews.textOf(hidden.documents.get('r1'))));
    expect(own).toMatchObject({ review: 'Good', hidden: { reason: 'It names a neighbour.', at } });
    expect(ownReview.parse(own)).toEqual(own);
    expect(shownIn(reviews.textOf(hidden.documents.get('r1')))).not.toContain('neighbour');
  });

  it('are as before when they are shown again', () => {
    const again = projected(reviews, toolReviewed(), toolReviewHidden(), toolReviewShown());
    const never = projected(reviews, toolReviewed());
    expect(again.documents.get('r1')).toEqual(never.documents.get('r1'));
    expect(again.entriesOf('r1')).toEqual(never.entriesOf('r1'));
  });

  it('of somebody who is forgotten name nobody, nor why one was hidden', () => {
    const { documents } = projected(reviews, toolReviewed(), toolReviewHidden(), reviewerForgotten());
    expect(documents.get('r1')).toMatchObject({ name: erased, rating: 4, hidden: { reason: erased, at } });
  });
});
