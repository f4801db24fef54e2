import { describe, expect, it } from 'vitest';
import { hammer } from '../../testing/fake-shop.ts';
import { changeOf, valuesOf } from './product.ts';

describe('the form of a product', () => {
  it('has the rating that it was given, and not what its reviews have made of that', () => {
    const values = valuesOf({ ...hammer, Ratings: 2, RatingsAdded: 4.5, reviews: 1 });
    expect(values.Ratings).toBe('4.5');
    expect(changeOf(values, 0).Ratings).toBe(4.5);
  });

  it('has the rating as it is while there are no reviews', () =>
    expect(valuesOf({ ...hammer, Ratings: 4.7 }).Ratings).toBe('4.7'));
});
