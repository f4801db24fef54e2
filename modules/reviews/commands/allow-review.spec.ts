import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { TooMany } from '../../kernel/errors.ts';
import { type Reviewer, reviewer } from '../reviewer.ts';
import { reviewAllowed } from '../testing/examples.ts';
import { allowReview } from './allow-review.ts';

const day = (time: string) => `2026-01-02T${time}.000Z`;
const allow = (time: string, perDay = 2) => {
  const now = new Date(time);
  return (state: Reviewer) => allowReview({ type: 'AllowReview', reviewId: 'r9', uid: 'u1', now, perDay }, state);
};
const two = [reviewAllowed({ at: day('10:00:00') }), reviewAllowed({ reviewId: 'r2', at: day('12:30:00') })];

describe('writing one more review', () => {
  it('is allowed as often as is allowed in a day', () =>
    given(reviewer, reviewAllowed({ at: day('10:00:00') }))
      .when(allow(day('10:00:00')))
      .then(reviewAllowed({ reviewId: 'r9', at: day('10:00:00') })));

  it('is refused after that, and says when the next one is welcome', () => {
    const sentence =
      /^You have written 2 reviews within a day, which is the most. Please write the next one in 22 hours.$/;
    given(reviewer, ...two)
      .when(allow(day('12:30:00')))
      .thenThrows(TooMany, sentence);
    const refused = () => allow(day('12:30:00'))(two.reduce(reviewer.evolve, reviewer.initial));
    expect(refused).toThrow(expect.objectContaining({ retryAfter: 21.5 * 3_600 }));
  });

  it('is allowed again when the first one is a day old', () => {
    given(reviewer, ...two)
      .when(allow('2026-01-03T09:59:59.999Z'))
      .thenThrows(TooMany, /in an hour/);
    const later = '2026-01-03T10:00:00.000Z';
    given(reviewer, ...two)
      .when(allow(later))
      .then(reviewAllowed({ reviewId: 'r9', at: later }));
  });

  it('waits for as many as are too many, where fewer are allowed than before', () => {
    const sentence =
      /^You have written a review within a day, which is the most. Please write the next one in 24 hours.$/;
    given(reviewer, ...two)
      .when(allow(day('12:30:00'), 1))
      .thenThrows(TooMany, sentence);
  });

  it('is allowed as often as anybody likes where there is no limit', () =>
    given(reviewer, ...two)
      .when(allow(day('12:30:00'), 0))
      .then(reviewAllowed({ reviewId: 'r9', at: day('12:30:00') })));
});
