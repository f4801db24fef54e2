import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/projected.ts';
import { shownIn } from '../../kernel/document-text.ts';
import { review } from '../contract.ts';
import { reviewAdded } from '../testing/examples.ts';
import { reviews } from './reviews.ts';

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
});
