import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { booking } from '../booking.ts';
import { checkout } from '../checkouts/checkout.ts';
import { payableUntil } from '../contract.ts';
import type { BookingEvent } from '../events.ts';
import { bookings } from '../read-models/bookings.ts';
import { openReservations } from '../read-models/open-reservations.ts';
import {
  bookingDeleted,
  bookingExpired,
  bookingPaid,
  checkoutPlaced,
  stockReserved,
  toolBooked,
} from '../testing/examples.ts';
import { noPayments } from '../testing/no-payments.ts';
import { StockDouble } from '../testing/stock-double.ts';
import { expireUnpaid } from './expire-unpaid.ts';
import { giveBackOrphans } from './give-back-orphans.ts';
import { releaseStock } from './release-stock.ts';

const start = new Date('2026-01-02T00:00:00.000Z');
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const signal = new AbortController().signal;

describe('an order that is not paid in time', () => {
  const ttl = 60_000;

  it('expires, and not before', async () => {
    const { commands, happened } = opened();
    await happened('b1', toolBooked());
    const timer = expireUnpaid({
      commands,
      payments: noPayments,
      bookings: happened.bookings,
      ttl,
      largeTtl: 0,
      every: 1,
    });
    await timer.run(later(ttl), signal);
    expect(commands.ofType('BookingExpired')).toHaveLength(0);
    await timer.run(later(ttl + 1), signal);
    await timer.run(later(ttl + 2), signal);
    expect(commands.ofType('BookingExpired').map(({ data }) => data)).toEqual([bookingExpired().data]);
  });

  it('expires sooner when it is large, unless that is off', async () => {
    const { commands, happened } = opened();
    await happened('b1', toolBooked());
    await happened('b2', toolBooked({ bookingId: 'b2', large: true }));
    await happened('b3', toolBooked({ bookingId: 'b3', large: true }));
    await happened('b3', bookingPaid({ bookingId: 'b3' }));
    const timer = (largeTtl: number) =>
      expireUnpaid({ commands, payments: noPayments, bookings: happened.bookings, ttl, largeTtl, every: 1 });
    const expired = () => commands.ofType('BookingExpired').map(({ data }) => data);
    await timer(0).run(later(ttl), signal);
    await timer(1_000).run(later(1_000), signal);
    expect(expired()).toEqual([]);
    await timer(1_000).run(later(1_001), signal);
    expect(expired()).toEqual([bookingExpired({ bookingId: 'b2' }).data]);
    await timer(1_000).run(later(ttl + 1), signal);
    expect(expired().slice(1)).toEqual([bookingExpired().data]);
  });

  it('expires sooner when it is large, though another that is due cannot be read, which is said', async () => {
    const { commands, clock, happened } = opened();
    await happened('b1', toolBooked());
    clock.now = later(ttl / 2);
    await happened('b2', toolBooked({ bookingId: 'b2', large: true }));
    const wiring = { commands: damagedIn(commands, 'booking-b1'), payments: noPayments, bookings: happened.bookings };
    const timer = expireUnpaid({ ...wiring, ttl, largeTtl: ttl / 4, every: 1 });
    await expect(timer.run(later(ttl + 1), signal)).rejects.toThrow('1 failed: DamagedStream: booking-b1');
    expect(commands.ofType('BookingExpired').map(({ data }) => data)).toEqual([
      bookingExpired({ bookingId: 'b2' }).data,
    ]);
  });

  it.each([
    ['one', {}],
    ['a large one', { large: true as const }],
  ])('may be paid until the moment that the shop says: %s', async (_, but) => {
    const { commands, happened } = opened();
    await happened('b1', toolBooked(but));
    const order = await happened.bookings.get('b1');
    const times = { ttl, largeTtl: ttl / 2 };
    const timer = expireUnpaid({ commands, payments: noPayments, bookings: happened.bookings, ...times, every: 1 });
    const until = order && payableUntil(order, { after: times.ttl / 1_000, largeAfter: times.largeTtl / 1_000 });
    await timer.run(new Date(until ?? 0), signal);
    expect(commands.ofType('BookingExpired')).toHaveLength(0);
    await timer.run(new Date((until?.getTime() ?? 0) + 1), signal);
    expect(commands.ofType('BookingExpired')).toHaveLength(1);
  });

  it('expires once when several nodes look at the same moment', async () => {
    const { commands, happened } = opened();
    await happened('b1', toolBooked());
    const timer = expireUnpaid({
      commands,
      payments: noPayments,
      bookings: happened.bookings,
      ttl,
      largeTtl: 0,
      every: 1,
    });
    await Promise.all([1, 2, 3].map(() => timer.run(later(ttl + 1), signal)));
    expect(commands.ofType('BookingExpired')).toHaveLength(1);
  });

  it('stays when it was paid, though the list does not show that yet', async () => {
    const { commands, happened } = opened();
    await happened('b1', toolBooked());
    await happened.unseen('b1', bookingPaid());
    await expireUnpaid({ commands, payments: noPayments, bookings: happened.bookings, ttl, largeTtl: 0, every: 1 }).run(
      later(ttl + 1),
      signal,
    );
    expect(commands.ofType('BookingExpired')).toHaveLength(0);
  });

  it('expires with all others that are due, however many they are', async () => {
    const { commands, happened } = opened();
    for (let n = 0; n < 250; n++) await happened(`b${n}`, toolBooked({ bookingId: `b${n}` }));
    await expireUnpaid({ commands, payments: noPayments, bookings: happened.bookings, ttl, largeTtl: 0, every: 1 }).run(
      later(ttl + 1),
      signal,
    );
    expect(commands.ofType('BookingExpired')).toHaveLength(250);
  });
});

describe('pieces whose order never came', () => {
  const grace = 30_000;

  it('are given back after a while, and their order can no longer come', async () => {
    const { commands, stock, happened, timer } = await orphan();
    await timer.run(later(grace), signal);
    expect(stock.released).toEqual([]);
    await timer.run(later(grace + 1), signal);
    expect(stock.released).toEqual(['t1 b1']);
    expect(await commands.load(booking, 'b1')).toMatchObject({ status: 'gone', because: 'abandoned' });
    expect((await happened.reservations.list(every)).documents).toHaveLength(1); // Until the catalog tells of it.
  });

  it('stay when the order came meanwhile, though the list does not show that yet', async () => {
    const { commands, stock, happened, timer } = await orphan();
    await happened.unseen('b1', toolBooked());
    await timer.run(later(grace + 1), signal);
    expect(stock.released).toEqual([]);
    expect(commands.ofType('BookingAbandoned')).toEqual([]);
  });

  it('are given back when the order is one of another tool', async () => {
    const { stock, happened, timer } = await orphan();
    await happened.unseen('b1', toolBooked({ toolId: 't2' }));
    await timer.run(later(grace + 1), signal);
    expect(stock.released).toEqual(['t1 b1']);
  });

  it('are those of an order after all when their checkout was placed: it is made, and they stay', async () => {
    const { commands, stock, timer } = await orphan({ checkoutId: 'c1' });
    await commands.execute(checkout, 'c1', contextOf('place'), { type: 'Given' }, () => [checkoutPlaced()]);
    await timer.run(later(grace + 1), signal);
    expect(commands.ofType('ToolBooked').map(({ data }) => data)).toEqual([toolBooked({ checkoutId: 'c1' }).data]);
    expect(stock.released).toEqual([]);
  });

  async function orphan(but: Parameters<typeof stockReserved>[0] = {}) {
    const { commands, stock, readModels, happened } = opened();
    const event = stored(stockReserved(but), { time: start.toISOString() });
    readModels.follow([openReservations], [event]);
    const { reservations } = happened;
    return { commands, stock, happened, timer: giveBackOrphans({ commands, stock, reservations, grace, every: 1 }) };
  }
});

describe('the pieces of an order that is gone', () => {
  it('go back on the shelf, and the answer waits for it', async () => {
    const stock = new StockDouble();
    stock.reserved.set('t1 b1', 2);
    const reactor = releaseStock(stock);
    expect(reactor.awaited).toBe(true);
    for (const type of ['BookingDeleted', 'BookingExpired', 'BookingAbandoned']) {
      expect(reactor.handles(type)).toBe(true);
    }
    expect(await reactor.react(stored(bookingDeleted()))).toBe(7n);
    expect(stock.reserved.size).toBe(0);
    expect(await reactor.react(stored(bookingDeleted()))).toBeUndefined();
  });
});

const every = { index: 'open', key: '', order: 'ascending', limit: 10 } as const;

function opened() {
  const readModels = new InMemoryReadModels();
  let isSeen = true;
  const appended = (events: readonly StoredEvent[]) => {
    if (isSeen) readModels.follow([bookings, openReservations], events);
  };
  const clock = { now: start };
  const commands = new InMemoryCommands({ now: () => clock.now, appended });
  let count = 0;
  const append = (bookingId: string, event: BookingEvent) =>
    commands.execute(booking, bookingId, contextOf(`given ${count++}`), { type: 'Given' }, () => [event]);
  /** It happened, and the lists show it. */
  const happened = Object.assign(append, {
    bookings: viewOf(readModels, bookings),
    reservations: viewOf(readModels, openReservations),
    /** It happened, but the lists do not show it yet. */
    unseen: async (bookingId: string, event: BookingEvent) => {
      isSeen = false;
      await append(bookingId, event);
      isSeen = true;
    },
  });
  return { commands, clock, stock: new StockDouble(), readModels, happened };
}
