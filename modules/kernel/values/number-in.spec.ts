import { describe, expect, it } from 'vitest';
import { numberIn, whichNumber } from './number-in.ts';

describe('a number that somebody wrote', () => {
  it('is looked for as fast in a file of two megabytes that is one cell', () => {
    const long = '1'.repeat(2 * 1_024 * 1_024);
    for (const text of [`${long}x`, `${long}.x`, `.${long}x`]) expect(numberIn(text)).toBe(text);
  }, 20_000);

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
    ['4.125', 4.125],
    ['0.250', 0.25],
    ['1000.500', 1_000.5],
  ])('%j is %d', (text, number) => expect(numberIn(text)).toBe(number));

  it.each([
    '',
    'a lot',
    '1,000',
    '1.000',
    '-2.500',
    '1,250',
    '1,234,567',
    '1.234.567',
    '12,345,6',
    '1e3',
    '$5',
    '1 000',
    '12,',
    '1,2,3',
    '--1',
  ])('%j is as it was written: no number, or one of two', (text) => expect(numberIn(text)).toBe(text));

  it.each([
    ['1,000', 'It could be 1000 or 1: write the one you mean'],
    [' 1.000', 'It could be 1000 or 1: write the one you mean'],
    ['-12.500', 'It could be -12500 or -12.5: write the one you mean'],
    ['1,255', 'It could be 1255 or 1.255: write the one you mean'],
  ])('of %j it is said which two it could be', (text, words) => expect(whichNumber(text)).toBe(words));

  it.each(['', 'a lot', '4.125', '0.250', '1,00', '1.234,50', '1,234,567', 12, undefined])('of %j it is not', (said) =>
    expect(whichNumber(said)).toBe(undefined),
  );
});
