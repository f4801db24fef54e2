import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { Conflict } from '../../kernel/errors.ts';
import type { Money } from '../../kernel/values/money.ts';
import type { BookingEvent } from '../events.ts';
import { bookings } from '../read-models/bookings.ts';
import { bookingDeleted, bookingDelivered, bookingPaid, bookingShipped, toolBooked } from '../testing/examples.ts';
import { type Buyer, UnpaidLimit } from './unpaid-limit.ts';

const mina = { uid: 'u1' };
const nothing = { amount: 0, currency: 'usd' };

describe('the unpaid orders of one person', () => {
  it('are as many as one may have, however many come at once and nothing is shown yet', async () => {
    const shop = opened(20);
    const replies = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => shop.order(`b${n}`)));
    expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(shop.placed.size).toBe(20);
    await expect(shop.order('b999')).rejects.toThrow(
      'You may have at most 20 orders without a payment at once. Please pay or delete some, then order again.',
    );
  });

  it('count once, whether they are shown, placed or both', async () => {
    const shop = opened(3);
    await shop.order('b1');
    await shop.order('b2');
    shop.show();
    await shop.order('b3');
    await expect(shop.order('b4')).rejects.toThrow(Conflict);
    shop.show();
    await expect(shop.order('b4')).rejects.toThrow(Conflict);
  });

  it.each([bookingPaid, bookingDeleted])('make room when one of them is paid or deleted', async (ended) => {
    const shop = opened(2);
    await Promise.all([shop.order('b1'), shop.order('b2')]);
    shop.happened(ended({ bookingId: 'b1' }));
    await expect(shop.order('b3')).rejects.toThrow(Conflict); // Until the read model shows it.
    shop.show();
    await shop.order('b3');
    await expect(shop.order('b4')).rejects.toThrow(Conflict);
  });

  it('count those that cost nothing, until they are deleted', async () => {
    const shop = opened(2);
    for (const bookingId of ['b1', 'b2']) {
      await shop.order(bookingId, undefined, { ...mina, price: nothing });
      shop.happened({ type: 'BookingPaid', data: { bookingId, uid: 'u1', toolId: 't1', free: true, amount: nothing } });
    }
    await expect(shop.order('b3')).rejects.toThrow(Conflict);
    shop.show();
    await expect(shop.order('b3')).rejects.toThrow(Conflict);
    shop.happened(bookingDeleted({ bookingId: 'b1' }));
    shop.show();
    await shop.order('b3');
    await expect(shop.order('b4')).rejects.toThrow(Conflict);
  });

  it.each([
    ['are sent', bookingShipped],
    ['are delivered', bookingDelivered],
  ])('count no more of those that cost nothing once they %s, since nobody can take them back then', async (_, step) => {
    const shop = opened(2);
    for (const bookingId of ['b1', 'b2']) {
      await shop.order(bookingId, undefined, { ...mina, price: nothing });
      shop.happened({ type: 'BookingPaid', data: { bookingId, uid: 'u1', toolId: 't1', free: true, amount: nothing } });
    }
    shop.happened(step({ bookingId: 'b1' }));
    await expect(shop.order('b3')).rejects.toThrow(Conflict); // Until the read model shows it.
    shop.show();
    await shop.order('b3');
    await expect(shop.order('b4')).rejects.toThrow(Conflict);
  });

  it('are not more for an order that is sent again, at once or later, and it is not refused', async () => {
    const shop = opened(1);
    await Promise.all([shop.order('b1'), shop.order('b1')]);
    await expect(shop.order('b2')).rejects.toThrow(/^You may have at most one order without a payment at once/);
    await shop.order('b1');
    shop.happened(bookingDeleted({ bookingId: 'b1' }));
    shop.show();
    await shop.order('b2');
    await shop.order('b1');
    await expect(shop.order('b3')).rejects.toThrow(Conflict);
  });

  it('let an order in again that is still being placed, though nobody has room for another', async () => {
    const answered = Promise.withResolvers<void>();
    const shop = opened(1, (what) => (what === 'append' ? answered.promise : Promise.resolve()));
    const twice = [shop.order('b1'), shop.order('b1')];
    await expect(shop.order('b2')).rejects.toThrow(Conflict);
    answered.resolve();
    expect(await Promise.all(twice)).toEqual([{ position: 1n }, { position: 1n }]);
  });

  it('do not count what was refused otherwise', async () => {
    const shop = opened(1);
    await expect(shop.order('b1', new Conflict('Only 0 left'))).rejects.toThrow('Only 0 left');
    await shop.order('b2');
  });

  it('are nobody else’s', async () => {
    const shop = opened(1);
    await shop.order('b1');
    await shop.order('b2', undefined, { uid: 'u2' });
  });

  it('are without limit when it is 0', async () => {
    const shop = opened(0);
    await Promise.all(Array.from({ length: 50 }, (_, n) => shop.order(`b${n}`)));
    expect(shop.placed.size).toBe(50);
  });

  it('are never more than one may have, whatever happens in whatever order', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(steps, { maxLength: 40 }), async (scheduler, asked) => {
        const shop = opened(3, (what) => scheduler.schedule(Promise.resolve(), what));
        const calls = asked.map(async ({ what, n }) => {
          await scheduler.schedule(Promise.resolve(), what);
          const bookingId = `b${n}`;
          if (what === 'order') await shop.order(bookingId).catch((reason) => expect(reason).toBeInstanceOf(Conflict));
          else if (what === 'show') shop.show();
          else if (shop.placed.has(bookingId)) shop.happened(bookingPaid({ bookingId }));
          expect(shop.placed.size - shop.ended.size).toBeLessThanOrEqual(3);
        });
        await scheduler.waitFor(Promise.all(calls));
      }),
    ));
});

const steps = fc.record({
  what: fc.constantFrom('order' as const, 'order' as const, 'order' as const, 'show' as const, 'pay' as const),
  n: fc.integer({ min: 0, max: 12 }),
});

/** A limit, the orders that were placed, and a read model that shows them only when it is told to. */
function opened(most: number, between: (what: string) => Promise<unknown> = async () => undefined) {
  const readModels = new InMemoryReadModels();
  const log: BookingEvent[] = [];
  /** At which position, by id. */
  const placed = new Map<string, bigint>();
  const ended = new Set<string>();
  let shown = 0;
  const view = viewOf(readModels, bookings);
  const limit = new UnpaidLimit({
    most,
    bookings: {
      ...view,
      count: (...what) => between('count').then(() => view.count(...what)),
      list: (query) => between('list').then(() => view.list(query)),
    },
    shownUpTo: () => between('position').then(() => BigInt(shown)),
    exists: async (id) => placed.has(id),
  });
  const happened = (event: BookingEvent) => {
    const position = BigInt(log.push(event));
    if (event.type === 'ToolBooked') placed.set(event.data.bookingId, position);
    else ended.add(event.data.bookingId);
    return position;
  };
  return {
    placed,
    ended,
    happened,
    show() {
      const events = log.slice(shown).map((event, at) => stored(event, { position: BigInt(shown + at + 1) }));
      readModels.follow([bookings], events);
      shown = log.length;
    },
    order: (bookingId: string, refusal?: Error, { uid, price }: Buyer & { price?: Money } = mina) =>
      limit.place(bookingId, { uid }, async () => {
        await between('append');
        if (refusal) throw refusal;
        const position = placed.get(bookingId) ?? happened(toolBooked({ bookingId, uid, ...(price && { price }) }));
        await between('answer');
        return { position };
      }),
  };
}
