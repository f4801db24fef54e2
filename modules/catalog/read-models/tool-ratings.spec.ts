import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projected } from '../../../backend/testing/deciding/projected.ts';
import { sortableNumber } from '../../kernel/encoding/sortable.ts';
import type { ReviewAdded, ReviewHidden, ReviewShown } from '../../reviews/contract.ts';
import { tool as toolSchema } from '../contract.ts';
import { toolAdded, toolDetailsChanged } from '../testing/examples.ts';
import type { ReviewOfTool } from './tool-ratings.ts';
import { tools } from './tools.ts';

const boughtHere = { reviewId: 'r1', uid: 'u1', toolId: 't1', rating: 4, bought: true } as const;
const words = { name: 'Mina', review: 'Good', description: 'Holds up well.' };
const toolReviewed = (but: Partial<ReviewAdded['data']> = {}): ReviewAdded => ({
  type: 'ReviewAdded',
  data: { ...boughtHere, ...words, ...but },
});
const toolReviewHidden = (but: Partial<ReviewHidden['data']> = {}): ReviewHidden => ({
  type: 'ReviewHidden',
  data: { ...boughtHere, reason: 'It names a neighbour.', by: 'a1', ...but },
});
const toolReviewShown = (but: Partial<ReviewShown['data']> = {}): ReviewShown => ({
  type: 'ReviewShown',
  data: { ...boughtHere, by: 'a1', ...but },
});
const ofTheShop = { toolId: undefined, rating: undefined, bought: undefined };

const after = (...events: (ReviewOfTool | ReturnType<typeof toolDetailsChanged>)[]) =>
  projected(tools, toolAdded({ ratings: 4.5 }), ...events);
const shown = (...events: Parameters<typeof after>) => toolSchema.parse(after(...events).documents.get('t1'));
const notBought = { bought: undefined };

describe('the rating of a tool', () => {
  it('is as it was added while nobody who bought it here says another', () => {
    expect(shown().Ratings).toBe(4.5);
    expect(shown()).not.toHaveProperty('reviews');
    expect(shown(toolReviewed({ rating: 1, ...notBought }))).toMatchObject({ Ratings: 4.5, reviews: 1 });
    expect(shown(toolReviewed(ofTheShop), toolReviewHidden(ofTheShop))).toEqual(shown());
  });

  it('is the average of who bought it here, with one decimal, and listed by it', () => {
    const [one, two, three] = [
      toolReviewed({ reviewId: 'r1', rating: 5 }),
      toolReviewed({ reviewId: 'r2', rating: 4 }),
      toolReviewed({ reviewId: 'r3', rating: 4 }),
    ];
    expect(shown(one)).toMatchObject({ Ratings: 5, RatingsAdded: 4.5, reviews: 1 });
    expect(shown(one, two, three)).toMatchObject({ Ratings: 4.3, reviews: 3 });
    expect(after(one, two, three).entriesOf('t1')).toContainEqual({
      index: 'Ratings',
      key: '',
      sort: sortableNumber(4.3),
    });
  });

  it('is as it was added again when the last of them is hidden', () => {
    expect(shown(toolReviewed({ rating: 1 }), toolReviewHidden({ rating: 1 }))).toEqual(shown());
  });

  it('keeps what an admin says until no review makes another', () => {
    const said = [toolReviewed({ rating: 1 }), toolDetailsChanged({ ratings: 3, version: 1 })] as const;
    expect(shown(...said)).toMatchObject({ Ratings: 1, RatingsAdded: 3 });
    expect(shown(...said, toolReviewHidden({ rating: 1 }))).toMatchObject({ Ratings: 3 });
  });

  const steps = fc.array(
    fc.record({
      review: fc.integer({ min: 1, max: 8 }),
      do: fc.constantFrom('hide', 'show'),
    }),
    { maxLength: 30 },
  );
  const stars = fc.array(fc.record({ rating: fc.integer({ min: 1, max: 5 }), bought: fc.boolean() }), {
    minLength: 8,
    maxLength: 8,
  });

  it('is at any moment the average of the shown ones of who bought it, whatever is hidden and shown', () => {
    fc.assert(
      fc.property(stars, steps, (given, then) => {
        const hidden = new Set<number>();
        const of = (at: number) => ({
          reviewId: `r${at}`,
          rating: given[at - 1]?.rating ?? 0,
          ...(given[at - 1]?.bought ? {} : notBought),
        });
        const events: ReviewOfTool[] = given.map((_, at) => toolReviewed(of(at + 1)));
        for (const { review, do: what } of then) {
          if (hidden.has(review) === (what === 'hide')) continue; // Decided by the review itself: twice is once.
          events.push(what === 'hide' ? toolReviewHidden(of(review)) : toolReviewShown(of(review)));
          if (what === 'hide') hidden.add(review);
          else hidden.delete(review);
        }
        const seen = given.filter((_, at) => !hidden.has(at + 1));
        const counting = seen.filter(({ bought }) => bought).map(({ rating }) => rating);
        const average = counting.reduce((sum, rating) => sum + rating, 0) / counting.length;
        const { Ratings, reviews = 0, stars: told } = shown(...events);
        const counts = [1, 2, 3, 4, 5].map((count) => counting.filter((rating) => rating === count).length);
        expect(told).toEqual(counting.length > 0 ? counts : undefined);
        expect(Ratings).toBe(counting.length > 0 ? Math.round(average * 10) / 10 : 4.5);
        expect(reviews).toBe(seen.length);
      }),
    );
  });
});
