import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hammer } from '../../testing/fake-shop.ts';
import { changeOf, differ, mergedOf, productFields, stateOf, valuesOf } from './product.ts';

describe('the form of a product', () => {
  it('has the rating that it was given, and not what its reviews have made of that', () => {
    const values = valuesOf({ ...hammer, Ratings: 2, RatingsAdded: 4.5, reviews: 1 });
    expect(values.Ratings).toBe('4.5');
    expect(changeOf(values, hammer).Ratings).toBe(4.5);
  });

  it('has the rating as it is while there are no reviews', () =>
    expect(valuesOf({ ...hammer, Ratings: 4.7 }).Ratings).toBe('4.7'));

  const part = fc
    .array(fc.constantFrom('Ratio', '1', ':', ': ', '\n', '\n\n', ' '), { maxLength: 6 })
    .map((parts) => parts.join('').trim());
  const specifications = fc.array(fc.record({ name: part.filter(Boolean), value: part.filter(Boolean) }), {
    maxLength: 4,
  });

  it('leaves specifications as they are that nobody touched, however they are written', () =>
    fc.assert(
      fc.property(specifications, (specifications) => {
        const tool = { ...hammer, specifications };
        expect(changeOf({ ...valuesOf(tool), Description: 'Mine' }, tool).specifications).toEqual(specifications);
      }),
    ));

  it('leaves those as they are beside which others are written, moved or taken away', () => {
    const [ratio, care] = [
      { name: 'Ratio 1:50', value: 'two-stroke' },
      { name: 'Care', value: 'Oil it.\n\nKeep it dry.' },
    ];
    const tool = { ...hammer, specifications: [ratio, care, { name: 'Weight', value: '450 g' }] };
    const { specifications } = valuesOf(tool);
    const typed = (text: string) => changeOf({ ...valuesOf(tool), specifications: text }, tool).specifications;
    const length = { name: 'Length', value: '30 cm' };
    expect(typed(specifications.replace('Weight: 450 g', 'Length: 30 cm'))).toEqual([ratio, care, length]);
    expect(typed('Length : 30 cm\nCare: Oil it.\nKeep it dry.\nRatio 1:50: two-stroke')).toEqual([length, care, ratio]);
    expect(typed('Ratio 1:40: two-stroke\nCare')).toEqual([
      { name: 'Ratio 1', value: '40: two-stroke' },
      { name: 'Care', value: '' },
    ]);
  });
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

it.each([
  [0, false, 'Sold out', 'sold-out'],
  [1, false, 'Too few left', 'sold-out'],
  [2, false, 'Offered', 'offered'],
  [1, true, 'Retired', 'retired'],
])(
  'a product of which %i are left and an order takes two is said to be as the filter finds it (retired: %s): %s',
  (Available, retired, word, kind) =>
    expect(stateOf({ ...hammer, MinimumOrder: 2, Available, retired })).toEqual({ word, kind }),
);
