import { setImmediate as nextRound } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DamagedStream, Unavailable } from '../kernel/errors.ts';
import type { Holdings } from '../kernel/holdings.ts';
import { dataOf } from './data-of.ts';

const mina = { uid: 'u1', email: 'mina@example.com', name: 'Mina' };
const now = () => new Date('2026-01-02T03:04:05.000Z');

const holdingsOf = (held: Readonly<Record<string, unknown>>): Holdings[] =>
  Object.entries(held).map(([name, value]) => ({ name, of: async () => value, forget: async () => undefined }));

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('everything that the shop holds of somebody', () => {
  it('is written as JSON is, however much it is', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 95, maxLength: 305 }),
      fc.constant(undefined),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('orders', 'reviews', 'cart'), value), async (held) => {
        const expected = { at: now().toISOString(), account: mina, ...held };
        const text = await whole(dataOf({ holdings: holdingsOf(held), now }, mina));
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
    const text = whole(dataOf({ holdings: holdingsOf({ orders }), now }, mina));
    const ofRounds: number[] = [];
    for (let before = 0; before < orders.length; before = written) {
      await nextRound();
      ofRounds.push(written - before);
    }
    // The round of who looks and that of who writes may be one.
    expect(Math.max(...ofRounds)).toBeLessThanOrEqual(2 * 100);
    expect(JSON.parse(await text).orders).toHaveLength(orders.length);
  });

  it('is the same where a list comes a page at a time, of which no more is read than is written', async () => {
    let read = 0;
    async function* pages() {
      for (; read < 250; read += 50) yield Array.from({ length: 50 }, (_, nth) => ({ nth: read + nth }));
    }
    const paged: Holdings = { name: 'orders', of: () => pages(), forget: async () => undefined };
    const none: Holdings = { ...paged, name: 'reviews', of: () => (async function* () {})() };
    const pieces = dataOf({ holdings: [paged, none, ...holdingsOf({ cart: { items: [] } })], now }, mina);
    const first = [(await pieces.next()).value, (await pieces.next()).value].join('');
    expect(read).toBe(0);
    const orders = Array.from({ length: 250 }, (_, nth) => ({ nth }));
    const expected = { at: now().toISOString(), account: mina, orders, reviews: [], cart: { items: [] } };
    expect(first + (await whole(pieces))).toBe(`${JSON.stringify(expected, null, 2)}\n`);
  });

  const failing = (name: string, reason: Error): Holdings => ({
    name,
    of: () => Promise.reject(reason),
    forget: async () => undefined,
  });

  it('comes without what cannot be read, which is named', async () => {
    async function* orders(leftOut: (what: string) => void) {
      yield [{ _id: 'b1' }];
      leftOut('notes of order b1');
    }
    const paged: Holdings = { name: 'orders', of: (_, leftOut) => orders(leftOut), forget: async () => undefined };
    const holdings = [
      failing('secondFactors', new DamagedStream('factors-u1', 'It is broken.')),
      paged,
      ...holdingsOf({ cart: [] }),
    ];
    const couldNotBeRead = ['secondFactors', 'notes of order b1'];
    const expected = { at: now().toISOString(), account: mina, orders: [{ _id: 'b1' }], cart: [], couldNotBeRead };
    expect(await whole(dataOf({ holdings, now }, mina))).toBe(`${JSON.stringify(expected, null, 2)}\n`);
  });

  it('has no end where a store is away', async () => {
    const holdings = [failing('profile', new Unavailable('The store is away.'))];
    await expect(whole(dataOf({ holdings, now }, mina))).rejects.toThrow('The store is away.');
  });
});
