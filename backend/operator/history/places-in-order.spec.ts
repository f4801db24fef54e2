import { describe, expect, it } from 'vitest';
import type { HistoryIndex, Place, Wanted } from '../../../modules/audit/history-index.ts';
import { behindWhich, placesInOrder } from './places-in-order.ts';

/** An index of what stands at these positions, and how often it was asked. */
function indexOf(positions: readonly bigint[]) {
  const asked = { times: 0, most: 0 };
  const newest: HistoryIndex['newest'] = (_: Wanted, { before, after = 0n, limit }) => {
    asked.times += 1;
    const found = positions.filter((position) => position > after && (before === undefined || position < before));
    const places = found.toReversed().slice(0, limit);
    asked.most = Math.max(asked.most, places.length);
    return places.map((position): Place => ({ position, stream: 's', revision: 0n, at: 0 }));
  };
  return { index: { newest }, asked };
}

const dense = Array.from({ length: 10_000 }, (_, n) => BigInt(n + 1));
/** As in EventStoreDB, whose positions are bytes: some thousand apart, with a gap of a billion. */
const sparse = Array.from({ length: 3_000 }, (_, n) => BigInt(n) * 1_733n + (n > 1_500 ? 1_000_000_000n : 7n));
const few = [3n, 999_999_999n];
const last = 2_000_000_000n;

describe('places in the order of the log', () => {
  it.each([
    ['one at each position', dense],
    ['far from one another', sparse],
    ['a few', few],
    ['none', []],
  ])('are all there once, with little held and little asked: %s', (_, positions) => {
    const { index, asked } = indexOf(positions);
    const pages = [...placesInOrder(index, {}, { after: 2n, upTo: last })];
    expect(pages.flat().map(({ position }) => position)).toEqual(positions.filter((position) => position > 2n));
    expect(asked.most).toBeLessThan(300);
    expect(asked.times).toBeLessThan(60 + positions.length / 32);
  });

  it('begin with the last so many', () => {
    const { index } = indexOf(dense);
    const between = { after: 0n, upTo: 10_000n };
    expect(behindWhich(index, {}, { ...between, count: 700 })).toBe(9_300n);
    expect(behindWhich(index, {}, { ...between, count: 10_000 })).toBe(0n);
    expect(behindWhich(index, {}, { ...between, count: 20_000 })).toBe(0n);
    expect(behindWhich(index, {}, { after: 9_990n, upTo: 9_995n, count: 50 })).toBe(9_990n);
  });
});
