import { describe, expect, it } from 'vitest';
import { NearIds } from './near-ids.ts';

describe('ids that are made one after the other', () => {
  const made = (ids: NearIds, count: number, at: number) => Array.from({ length: count }, () => ids.next(at));
  const beginnings = (ids: readonly string[]) => new Set(ids.map((id) => id.slice(0, 4)));

  it('are UUIDs by chance, no two alike', () => {
    const ids = made(new NearIds(), 10_000, 0);
    expect(new Set(ids).size).toBe(10_000);
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([]);
  });

  it('begin alike, 32 of them, and the next ones otherwise', () => {
    const ids = made(new NearIds(), 32 * 20, 0);
    for (let at = 0; at < ids.length; at += 32) expect(beginnings(ids.slice(at, at + 32)).size).toBe(1);
    // Two of twenty groups begin alike once in 345 runs; five do once in a thousand million million.
    expect(beginnings(ids).size).toBeGreaterThan(15);
  });

  it('begin otherwise after a second', () => {
    const ids = new NearIds();
    const seen = Array.from({ length: 20 }, (_, second) => made(ids, 2, second * 1_000));
    for (const two of seen) expect(beginnings(two).size).toBe(1);
    expect(beginnings(seen.flat()).size).toBeGreaterThan(15);
  });
});
