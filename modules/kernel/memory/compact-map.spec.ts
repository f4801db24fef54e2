import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { derivedId } from '../encoding/derived.ts';
import { CompactMap } from './compact-map.ts';

/** Few, so that they meet; some that begin alike, so that leaves are split in vain; some that are no UUIDs. */
const id = fc.oneof(
  fc.nat(200).map((n) => derivedId('of', String(n))),
  fc.nat(99).map((n) => `00000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`),
  fc.constantFrom('b1', '', derivedId('of', '1').toUpperCase(), '__proto__'),
);
const number = fc.oneof(fc.nat(3), fc.nat(), fc.constantFrom(2 ** 32 - 1, 2 ** 32, -1, 0.5, 2 ** 31, 2 ** 24));
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ id, number }) },
  { weight: 1, arbitrary: fc.record({ id, number: fc.constant(undefined) }) },
);

it('is what a usual map is, and each of its versions stays what it was', () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
      const usual = new Map<string, number>();
      let compact = CompactMap.empty;
      const versions: [CompactMap, Map<string, number>][] = [];
      for (const { id, number } of steps) {
        if (number === undefined) usual.delete(id);
        else usual.set(id, number);
        compact = number === undefined ? compact.delete(id) : compact.set(id, number);
        expect(compact.get(id)).toBe(number);
        versions.push([compact, new Map(usual)]);
      }
      for (const [version, expected] of versions.filter((_, n) => n % 50 === 0 || n === versions.length - 1)) {
        expect(version.size).toBe(expected.size);
        expect(new Map(version)).toEqual(expected);
        expect(new Map(CompactMap.of(version))).toEqual(expected);
        expect(new Map(CompactMap.read(JSON.parse(JSON.stringify(version.saved()))))).toEqual(expected);
      }
    }),
    { numRuns: 100 },
  ));

it('finds nothing that only looks like a key across two entries', () => {
  const bytes = Buffer.alloc(40);
  bytes.fill(createHash('sha256').update('x').digest(), 0, 32);
  const uuidOf = (from: number) => {
    const hex = bytes.subarray(from, from + 16).toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
  const map = CompactMap.of([
    [uuidOf(0), bytes.readUInt32BE(16)],
    [uuidOf(20), 1],
  ]);
  for (let from = 1; from < 20; from++) expect(map.get(uuidOf(from))).toBeUndefined();
  expect([map.get(uuidOf(0)), map.get(uuidOf(20))]).toEqual([bytes.readUInt32BE(16), 1]);
});
