import { describe, expect, it } from 'vitest';
import { numberIn } from './number-in.ts';

describe('a number that somebody wrote', () => {
  it.each([
    ['12', 12],
    [' 12.50 ', 12.5],
    ['.5', 0.5],
    ['-3', -3],
    ['12,50', 12.5],
    ['4,4', 4.4],
    [',5', 0.5],
    ['-0,75', -0.75],
    ['1.234,50', 1_234.5],
    ['1,234.50', 1_234.5],
    ['12.345.678,9', 12_345_678.9],
  ])('%j is %d', (text, number) => expect(numberIn(text)).toBe(number));

  it.each(['', 'a lot', '1,000', '1,234,567', '1.234.567', '12,345,6', '1e3', '$5', '1 000', '12,', '1,2,3', '--1'])(
    '%j is as it was written: no number, or one of two',
    (text) => expect(numberIn(text)).toBe(text),
  );
});
