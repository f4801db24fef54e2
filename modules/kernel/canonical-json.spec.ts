import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe('canonical JSON', () => {
  it('is the same text in whatever order the keys were written, and the same value', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    ));

  it('keeps the order of lists', () => expect(canonicalJson([2, { b: 1, a: 2 }, 1])).toBe('[2,{"a":2,"b":1},1]'));

  it('is empty for what has none', () => expect(canonicalJson(undefined)).toBe(''));
});
