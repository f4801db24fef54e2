import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Booking } from '../../modules/booking/contract.ts';
import { type BookingDocument, bookings } from '../../modules/booking/read-models/bookings.ts';
import { anyHistory } from '../../modules/booking/testing/any-history.ts';
import { type StockedTool, tools } from '../../modules/catalog/read-models/tools.ts';
import { toolAdded } from '../../modules/catalog/testing/examples.ts';
import { shownIn } from '../../modules/kernel/documents/document-text.ts';
import { openTold, reservations } from '../testing/logs/told-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

describe('a thing as of a position', () => {
  it('is the fold of its events up to there, and reads some dozens of them at most of a hundred thousand', async () => {
    const folder = temporaryFolder();
    const shop = await openTold(folder);
    await shop.append('tool-t1', [toolAdded({ toolId: 't1', available: 1_000_000 }), ...reservations(5_000)]);
    await shop.indexed();
    const log = await shop.inLog();
    let tool: StockedTool | undefined;
    const states = log.map((event) => {
      if (tools.handles(event.type)) tool = tools.evolve(tool, event) as StockedTool | undefined;
      const { Ratings: RatingsAdded, ...shown } = tool ? JSON.parse(shownIn(tools.textOf(tool))) : {};
      return { ...shown, RatingsAdded };
    });
    shop.reads();
    for (const at of [0, 1, 1_022, 1_023, 1_024, 2_500, 4_095, 4_999, 5_000]) {
      const found = await shop.asOf('tool-t1', log[at]?.position ?? 0n);
      expect(found).toMatchObject({ state: states[at], revision: at, position: `${log[at]?.position}` });
      expect(shop.reads()).toBeLessThanOrEqual(64);
    }
  });

  it('is the recount of all orders up to there, for the order counts', async () => {
    const folder = temporaryFolder();
    const shop = await openTold(folder);
    const told = fc
      .sample(anyHistory, { numRuns: 180, seed: 11 })
      .flatMap((history, run) =>
        history.map(({ event, time }) => ({ event: renamed(event, run), time: later(time, run) })),
      );
    expect(told.length).toBeGreaterThan(1_100);
    await Promise.all(told.map(({ event, time }) => shop.append(`booking-${event.data.bookingId}`, [event], time)));
    await shop.indexed();
    const log = await shop.inLog();
    const orders = new Map<string, BookingDocument>();
    for (const [index, event] of log.entries()) {
      if (bookings.handles(event.type)) {
        const id = bookings.idOf(event) ?? '';
        const order = bookings.evolve(orders.get(id), event) as BookingDocument | undefined;
        if (order) orders.set(id, order);
        else orders.delete(id);
      }
      if (index % 37 !== 0) continue;
      const { state } = await shop.asOf('order-counts', event.position);
      expect(state, `${index}`).toMatchObject(recounted([...orders.values()], event.meta.time));
    }
    shop.reads();
    await shop.asOf('order-counts', log.at(-1)?.position ?? 0n);
    expect(shop.reads()).toBeLessThan(512 * 30);
  });
});

function recounted(orders: readonly BookingDocument[], now: string) {
  const count = (status: Booking['status']) => orders.filter((order) => order.status === status).length;
  const cents = orders.filter(({ kept }) => kept.currency === 'usd').reduce((sum, { kept }) => sum + kept.amount, 0);
  const today = orders.filter(({ at }) => at.slice(0, 10) === now.slice(0, 10)).length;
  return {
    total: orders.length,
    unpaid: count('unpaid'),
    paid: count('paid'),
    refunded: count('refunded'),
    revenue: cents / 100,
    today: { orders: today },
  };
}

/** The same of another order, so that several histories may stand in one log. */
function renamed<E extends { readonly data: object }>(event: E, run: number): E & { data: { bookingId: string } } {
  const { bookingId } = event.data as { bookingId: string };
  return { ...event, data: { ...event.data, bookingId: `r${run}${bookingId}` } } as E & { data: { bookingId: string } };
}

/** So many months later: one history after the other. */
const later = (time: string, run: number) => new Date(Date.parse(time) + run * 40 * 86_400_000).toISOString();
