import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestOf } from './newest.ts';

type Thing = { stock: number; price?: number };

describe('what is known of a thing', () => {
  it('is what the newest of answers and notices said, in whatever order and however often they come', () => {
    const heard = fc.record({ position: fc.integer({ min: 1, max: 20 }), isAnswer: fc.boolean() });
    fc.assert(
      fc.property(fc.array(heard, { minLength: 1, maxLength: 30 }), (all) => {
        const client = new QueryClient();
        const things = newestOf<Thing>();
        let shown: Thing | undefined;
        let newest = -1;
        for (const { position, isAnswer } of all) {
          const was = shown?.stock ?? -1;
          // The stock is the position: what is shown tells how new it is.
          const thing = { stock: position };
          if (isAnswer) shown = things.answered(client, 't1', BigInt(position), thing);
          else things.told(client, 't1', BigInt(position), thing);
          shown = shown && things.latest(client, 't1', shown);
          newest = Math.max(newest, position);
          if (shown) expect(shown.stock).toBe(newest);
          if (shown) expect(shown.stock).toBeGreaterThanOrEqual(was);
        }
      }),
    );
  });

  it('keeps what an answer says besides, when a notice that is newer says only a part', () => {
    const client = new QueryClient();
    const things = newestOf<Thing>();
    things.answered(client, 't1', 5n, { stock: 5, price: 1 });
    things.told(client, 't1', 10n, { stock: 10 });
    // Older than the notice, newer than the answer before.
    expect(things.answered(client, 't1', 8n, { stock: 8, price: 2 })).toEqual({ stock: 10, price: 2 });
    expect(things.answered(client, 't1', 7n, { stock: 7, price: 1 })).toEqual({ stock: 10, price: 2 });
    expect(things.answered(client, 't1', 11n, { stock: 11, price: 3 })).toEqual({ stock: 11, price: 3 });
  });

  it('is awaited until an answer is as new as the notice', () => {
    const client = new QueryClient();
    const things = newestOf<Thing>();
    things.answered(client, 't1', 5n, { stock: 5 });
    expect(things.told(client, 't1', 10n, {})).toBe(true);
    expect(things.told(client, 't1', 10n, {})).toBe(false);
    things.answered(client, 't1', 9n, { stock: 9 });
    expect(things.isAwaited(client, 't1')).toBe(true);
    things.answered(client, 't1', 10n, { stock: 10 });
    expect(things.isAwaited(client, 't1')).toBe(false);
    expect(things.told(client, 't1', 10n, {})).toBe(false);
  });

  it('is the same object where nothing is new', () => {
    const client = new QueryClient();
    const things = newestOf<Thing>();
    const thing = things.answered(client, 't1', 5n, { stock: 5 });
    expect(things.latest(client, 't1', thing)).toBe(thing);
  });
});
