import { expect, it } from 'vitest';
import { CompactMap } from './compact-map.ts';
import { roughBytes } from './rough-bytes.ts';

/** By how much more a state is taken to hold for a part of it. */
const more = (full: unknown, empty: unknown) => roughBytes(full) - roughBytes(empty);

it('what a state takes grows with all that is in it, whatever it is in', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  expect(more({ text: id }, { text: '' })).toBe(36);
  expect(more({ text: '🔨'.repeat(1_000) }, { text: '' })).toBe(4_000);
  const lines = Array.from({ length: 50 }, () => ({ toolId: id, quantity: 1 }));
  expect(more({ lines }, { lines: [] })).toBeGreaterThan(5_000);
  expect(more({ lines: Array(10_000).fill(id) }, { lines: [] })).toBeGreaterThan(600_000);
  for (const all of [new Map(lines.map((line, n) => [`${n}`, line])), new Set(lines)]) {
    expect(roughBytes({ all })).toBeGreaterThan(5_000);
  }
  expect(more({ all: CompactMap.of([[id, 1]]) }, { all: CompactMap.empty })).toBe(28);
  for (const nothing of [undefined, null, 0, true, 1n]) expect(roughBytes(nothing)).toBe(0);
});
