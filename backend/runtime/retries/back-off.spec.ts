import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backOff } from './back-off.ts';

const pace = { first: 50, most: 1_000 };

describe('back-off', () => {
  it('waits between half and all of twice the time before, and never longer than the longest', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (failures) => {
        const wait = backOff(failures, pace);
        const longest = Math.min(1_000, 50 * 2 ** (failures - 1));
        expect(wait).toBeGreaterThanOrEqual(longest / 2);
        expect(wait).toBeLessThanOrEqual(longest);
        // What is due at a time is stored with it, as an integer.
        expect(Number.isInteger(wait)).toBe(true);
      }),
    ));

  it('does not send everybody at the same moment', () => {
    expect(new Set(Array.from({ length: 100 }, () => backOff(3, pace))).size).toBeGreaterThan(50);
  });
});
