import { setImmediate as nextRound } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Holdings } from '../kernel/holdings.ts';
import { dataOf } from './data-of.ts';

const mina = { uid: 'u1', email: 'mina@example.com', name: 'Mina' };
const now = () => new Date('2026-01-02T03:04:05.000Z');

const holdingsOf = (held: Readonly<Record<string, unknown>>): Holdings[] =>
  Object.entries(held).map(([name, value]) => ({ name, of: async () => value, forget: async () => undefined }));

describe('everything that the shop holds of somebody', () => {
  it('is written as JSON is, however much it is', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 95, maxLength: 305, size: 'max' }),
      fc.constant(undefined),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('orders', 'reviews', 'cart'), value), async (held) => {
        const expected = { at: now().toISOString(), account: mina, ...held };
        const text = await dataOf({ holdings: holdingsOf(held), now }, mina);
        expect(text).toBe(`${JSON.stringify(expected, null, 2)}\n`);
      }),
      { numRuns: 25 },
    );
  });

  it('is written a piece in each round of the event loop, for who has ordered very much', async () => {
    let written = 0;
    const orders = Array.from({ length: 1_000 }, (_, nth) => ({
      toJSON() {
        written += 1;
        return { nth };
      },
    }));
    const text = dataOf({ holdings: holdingsOf({ orders }), now }, mina);
    const ofRounds: number[] = [];
    for (let before = 0; before < orders.length; before = written) {
      await nextRound();
      ofRounds.push(written - before);
    }
    // The round of who looks and that of who writes may be one.
    expect(Math.max(...ofRounds)).toBeLessThanOrEqual(2 * 100);
    expect(JSON.parse(await text).orders).toHaveLength(orders.length);
  });
});
