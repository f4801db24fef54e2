import { describe, expect, it } from 'vitest';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { documentView } from '../../kernel/documents/document-view.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { booking } from '../contract.ts';
import { bookings } from '../read-models/bookings.ts';
import { toolBooked } from '../testing/examples.ts';
import { orderCountsTally } from './order-counts-tally.ts';
import { OrderFigures } from './order-figures.ts';

const today = Date.parse('2026-01-10T12:00:00.000Z');
const day = 86_400_000;
const timeAfter = (days: number) => new Date(today + days * day).toISOString();

/** An order each on so many days after today, or before it. */
const ordersOn = (...days: readonly number[]) =>
  days.map((after, index) =>
    stored(toolBooked({ bookingId: `b${index}` }), {
      stream: `booking-b${index}`,
      position: BigInt(index + 1),
      time: timeAfter(after),
    }),
  );

/** An order yesterday and one today; a clock that was a month ahead for so many days, with an order on each; and two today since. */
const withClockAhead = (days: number) => {
  const ahead = Array.from({ length: days }, (_, nth) => 30 + nth);
  return ordersOn(-1, 0, ...ahead, 0, 0);
};

const orders = (count: number) => ({ orders: count, revenue: 0 });

describe('the orders of today and yesterday', () => {
  it.each([0, 1, 2, 3, 4, 10, 60])('are counted, also after a clock was ahead for %s days', async (days) => {
    const readModels = new InMemoryReadModels();
    readModels.follow([bookings], withClockAhead(days));
    const figuresAt = (after: number) =>
      new OrderFigures({
        bookings: viewOf(readModels, bookings),
        currency: 'usd',
        now: () => new Date(timeAfter(after)),
      });
    const { counts } = await figuresAt(0).counts();
    expect(counts).toMatchObject({ total: 4 + days, today: orders(3), yesterday: orders(1) });
    const shown = (await figuresAt(1).days(3)).days;
    expect(shown.map((one) => one.orders)).toEqual([1, 3, 0]);
    expect(await figuresAt(0).ofShop()).toMatchObject({ unpaid: 4 + days });
  });

  it.each([0, 1, 3, 5])('are told of any moment, also after a clock was ahead for %s days', (days) => {
    expect(countsOf(withClockAhead(days), 0)).toMatchObject({
      total: 4 + days,
      today: orders(3),
      yesterday: orders(1),
    });
    if (days > 1) expect(countsOf(withClockAhead(days), 31)).toMatchObject({ today: orders(1), yesterday: orders(1) });
  });

  it('are told of any moment without all days being kept', () => {
    const all = ordersOn(...Array.from({ length: 100 }, (_, nth) => nth));
    expect(countsOf(all, 99)).toMatchObject({ total: 100, today: orders(1), yesterday: orders(1) });
    expect(Object.keys(sumsOf(all) as object).length).toBeLessThan(10);
  });
});

const tally = orderCountsTally(documentView(bookings, { name: 'booking', schema: booking }), 'usd');

const sumsOf = (events: readonly StoredEvent[]) =>
  events.reduce<unknown>((sums, event) => {
    const after = tally.of.evolve(tally.of.initial, event);
    return tally.add(sums, { before: tally.of.initial, after, event });
  }, tally.initial);

/** What the tally of these orders tells so many days after today. */
const countsOf = (events: readonly StoredEvent[], after: number) => tally.shown(sumsOf(events), timeAfter(after));
