import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hammer } from '../../testing/fake-shop.ts';
import { changeOf, differ, mergedOf, productFields, valuesOf } from './product.ts';

describe('the form of a product', () => {
  it('has the rating that it was given, and not what its reviews have made of that', () => {
    const values = valuesOf({ ...hammer, Ratings: 2, RatingsAdded: 4.5, reviews: 1 });
    expect(values.Ratings).toBe('4.5');
    expect(changeOf(values, 0).Ratings).toBe(4.5);
  });

  it('has the rating as it is while there are no reviews', () =>
    expect(valuesOf({ ...hammer, Ratings: 4.7 }).Ratings).toBe('4.7'));
});

describe('a product that two people change at once', () => {
  const base = valuesOf(hammer);

  it('takes over what only they changed, keeps what only one changed oneself, and asks about what both did', () => {
    const mine = { ...base, Description: 'Mine', name: 'My Hammer' };
    const theirs = { ...base, PerPrice: '31', name: 'Their Hammer' };
    expect(mergedOf(base, mine, theirs)).toEqual({
      values: { ...base, Description: 'Mine', name: 'My Hammer', PerPrice: '31' },
      taken: ['PerPrice'],
      contested: ['name'],
    });
  });

  it('asks nothing where both say the same', () => {
    const same = { ...base, PerPrice: '31' };
    expect(mergedOf(base, same, same)).toEqual({ values: same, taken: [], contested: [] });
  });

  const values = fc.record(
    Object.fromEntries(productFields.map((field) => [field, fc.constantFrom('one', 'two', 'three')])),
  ) as fc.Arbitrary<typeof base>;

  it('never loses what was typed, nor sets back what they changed', () =>
    fc.assert(
      fc.property(values, values, values, (from, mine, theirs) => {
        const merged = mergedOf(from, mine, theirs);
        for (const field of productFields) {
          const said = merged.values[field];
          if (mine[field] !== from[field]) expect(said).toBe(mine[field]);
          if (mine[field] === from[field]) expect(said).toBe(theirs[field]);
          expect(merged.contested.includes(field)).toBe(said !== theirs[field] && theirs[field] !== from[field]);
        }
        expect(differ(merged.values, theirs)).toBe(
          productFields.some((field) => merged.values[field] !== theirs[field]),
        );
      }),
    ));
});
