import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derivedId, derivedNear, digest } from './derived.ts';

const parts = fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 });

describe('a derived id', () => {
  it('is a UUID of version 8, always the same for the same parts', () =>
    fc.assert(
      fc.property(parts, (some) => {
        expect(derivedId(...some)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(derivedId(...some)).toBe(derivedId(...some));
      }),
    ));

  it('is another for other parts, wherever one ends and the next begins', () =>
    fc.assert(
      fc.property(parts, parts, (some, others) => {
        fc.pre(JSON.stringify(some) !== JSON.stringify(others));
        expect(digest(...some)).not.toBe(digest(...others));
        expect(derivedId(...some)).not.toBe(derivedId(...others));
      }),
    ));

  it('tells apart what reads the same when it is put together', () => {
    expect(digest('ab', 'c')).not.toBe(digest('a', 'bc'));
    expect(digest('a', '')).not.toBe(digest('a'));
    expect(digest('1:a')).not.toBe(digest('1:', 'a'));
  });

  it('begins as another where it is to lie near that, and is as much its own', () =>
    fc.assert(
      fc.property(fc.uuid(), parts, (id, some) => {
        const near = derivedNear(id, ...some);
        expect(near.slice(0, 4)).toBe(id.slice(0, 4));
        expect(near.slice(4)).toBe(derivedId(...some).slice(4));
      }),
    ));
});
