import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedInPieces } from './sorted-in-pieces.ts';

/** Goes through all pieces. @returns what is sorted, and how often at most it was compared in one of them */
function allPieces<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number) {
  let [compared, most] = [0, 0];
  const counting = (one: Item, other: Item) => {
    compared += 1;
    return compare(one, other);
  };
  const pieces = sortedInPieces(items, counting);
  for (;;) {
    const { value, done } = pieces.next();
    most = Math.max(most, compared);
    compared = 0;
    if (done) return { sorted: value, most };
  }
}

describe('what is sorted in pieces', () => {
  it('is in the order that sorting in one go would give, those that are equal as they were', () => {
    const items = fc.array(fc.record({ by: fc.nat(40), nth: fc.nat() }), { maxLength: 5_000 });
    fc.assert(
      fc.property(items, (all) => {
        const by = (one: { by: number }, other: { by: number }) => one.by - other.by;
        expect(allPieces(all, by).sorted).toEqual(all.toSorted(by));
      }),
      { numRuns: 50 },
    );
  });

  it('is compared a few thousand times in each, however many there are', () => {
    for (const many of [20_000, 100_000]) {
      const items = Array.from({ length: many }, (_, nth) => (nth * 7_919) % many);
      const { sorted, most } = allPieces(items, (one, other) => one - other);
      expect(sorted.every((item, at) => item === at)).toBe(true);
      expect(most).toBeLessThanOrEqual(20_000);
    }
  });
});
