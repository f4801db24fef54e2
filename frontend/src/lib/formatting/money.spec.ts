import { describe, expect, it } from 'vitest';
import { formatRoughly } from './balance.ts';
import { formatPrice, isExact, priceOf } from './money.ts';

describe('the price of several pieces', () => {
  it('has no dust of binary fractions', () => {
    expect(priceOf(0.1, 3, 'usd')).toBe(0.3);
    expect(priceOf(19.99, 7, 'usd')).toBe(139.93);
  });

  it('knows currencies without minor units', () => expect(priceOf(120, 3, 'jpy')).toBe(360));

  it('is none where it is too large to be exact, nor is what several come to', () => {
    expect(priceOf(100_000, 1_000_000_000, 'usd')).toBeUndefined();
    expect(priceOf(100_000, 100_000_000, 'usd')).toBe(10 ** 13);
    expect([isExact(10 ** 13, 'usd'), isExact(10 ** 14, 'usd'), isExact(10 ** 14, 'jpy')]).toEqual([true, false, true]);
  });

  it('is written as the currency is', () => {
    expect(formatPrice(1234.5, 'usd')).toBe('$1,234.50');
    expect(formatPrice(360, 'jpy')).toBe('¥360');
  });
});

describe('the scale of a chart', () => {
  it.each([
    [1_100_000, 'usd', '$1.1M'],
    [-550_000, 'usd', '-$550K'],
    [2.5, 'usd', '$2.5'],
    [0, 'usd', '$0'],
    [1_000_000_000, 'jpy', '¥1B'],
  ])('says %d %s in little room', (balance, currency, words) => {
    expect(formatRoughly(balance, currency)).toBe(words);
  });
});
