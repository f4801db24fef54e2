import { describe, expect, it } from 'vitest';
import { beyondBounds } from './contract.ts';

describe('what the provider charges at once', () => {
  it.each([
    [0, 'usd', undefined],
    [1, 'usd', 'least'],
    [49, 'usd', 'least'],
    [50, 'usd', undefined],
    [99_999_999, 'usd', undefined],
    [100_000_000, 'usd', 'most'],
    [29, 'gbp', 'least'],
    [30, 'gbp', undefined],
    [17_499, 'huf', 'least'],
    [17_500, 'huf', undefined],
    [999_999_999_999, 'idr', undefined],
    [1_000_000_000_000, 'idr', 'most'],
    [9_999_999_999, 'cop', undefined],
    [10_000_000_000, 'cop', 'most'],
    [999_999_999, 'inr', undefined],
    [1_000_000_000, 'inr', 'most'],
  ])('is bounded for all but what is free: %i %s', (amount, currency, beyond) => {
    expect(beyondBounds({ amount, currency })).toBe(beyond);
  });
});
