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

  // RFC 8785, 3.2.2 to 3.2.4.
  it('is what RFC 8785 says of its own examples', () => {
    const value = {
      numbers: JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]'),
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('has keys in the order of their UTF-16 code units, as RFC 8785 sorts them, also those that are numbers', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const value = Object.fromEntries(keys.map((key) => [key, 0]));
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
    const order = [...canonicalJson(value).matchAll(/"((?:\\.|[^"\\])+)":/g)].map(([, key]) => JSON.parse(`"${key}"`));
    expect(order).toEqual(sorted);
    expect(canonicalJson({ 10: 'a', 9: 'b' })).toBe('{"10":"a","9":"b"}');
  });

  it('has a text for half of a surrogate pair, too', () =>
    expect(canonicalJson({ half: '\ud83d' })).toBe('{"half":"\\ud83d"}'));
});
