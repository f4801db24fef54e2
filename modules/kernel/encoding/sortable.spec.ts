import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortableNumber } from './sortable.ts';

const byteOrder = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

describe('a number as a sortable text', () => {
  it('sorts by its bytes as the number does', () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (one, other) => {
        const order = one === other ? 0 : one < other ? -1 : 1;
        expect(Math.sign(byteOrder(sortableNumber(one), sortableNumber(other)))).toBe(order);
      }),
      { numRuns: 2_000 },
    ));

  it('sorts neighbours, both zeros, and the ends', () => {
    const rising = [
      Number.NEGATIVE_INFINITY,
      -Number.MAX_VALUE,
      -1.5,
      -1,
      -Number.MIN_VALUE,
      0,
      Number.MIN_VALUE,
      1,
      1 + Number.EPSILON,
      2,
      10,
      Number.MAX_VALUE,
      Number.POSITIVE_INFINITY,
    ];
    expect(rising.map(sortableNumber).toSorted(byteOrder)).toEqual(rising.map(sortableNumber));
    expect(sortableNumber(-0)).toBe(sortableNumber(0));
  });
});
