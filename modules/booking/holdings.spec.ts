import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { damagedIn } from '../../backend/testing/deciding/damaged-in.ts';
import { stored } from '../../backend/testing/stored.ts';
import { viewOf } from '../kernel/documents/view.ts';
import { DamagedStream, Unavailable } from '../kernel/errors.ts';
import type { Withdrawals } from '../payments/contract.ts';
import { booking } from './booking.ts';
import { checkout } from './checkouts/checkout.ts';
import { orderHoldings } from './holdings.ts';
import { bookings as bookingsProjection } from './read-models/bookings.ts';
import { openReservations } from './read-models/open-reservations.ts';
import {
  bookingNoted,
  bookingPaid,
  bookingPaymentOpened,
  checkoutPlaced,
  stockReserved,
  toolBooked,
} from './testing/examples.ts';

const forget = contextOf('forget');

/** A person with an order that is paid, one that is not, and one that is in a payment; and somebody else's. Some streams may be damaged. */
async function orders(payments: Withdrawals, ...damaged: readonly string[]) {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({
    appended: (events) => readModels.follow([bookingsProjection, openReservations], events),
  });
  const bookings = viewOf(readModels, bookingsProjection);
  const reservations = viewOf(readModels, openReservations);
  const happened = {
    paid: [toolBooked({ bookingId: 'paid' }), bookingPaid({ bookingId: 'paid' })],
    unpaid: [toolBooked({ bookingId: 'unpaid' })],
    paying: [toolBooked({ bookingId: 'paying' }), bookingPaymentOpened({ bookingId: 'paying' })],
    others: [toolBooked({ bookingId: 'others', uid: 'u2' })],
  };
  for (const [id, events] of Object.entries(happened)) {
    await commands.execute(booking, id, contextOf(id), { type: 'Happen' }, () => events);
  }
  const named = async () => {
    const { documents } = await bookings.list({ index: 'all', key: '', order: 'ascending', limit: 10 });
    return Object.fromEntries(documents.map(({ _id, buyerName, phone }) => [_id, `${buyerName} ${phone}`]));
  };
  return {
    commands,
    readModels,
    named,
    holdings: orderHoldings({
      commands: damagedIn(commands, ...damaged),
      bookings,
      reservations,
      payments,
      readStream: async (stream) => {
        if (damaged.includes(stream)) throw new DamagedStream(stream, 'It is broken.');
        return [stored(bookingNoted())];
      },
    }),
  };
}

const away: Withdrawals = {
  withdraw: async () => {
    throw new Unavailable('The payment provider is away.');
  },
};

describe('the orders of a person who is forgotten', () => {
  it('are nobody’s also when one cannot be taken back, since the provider is away', async () => {
    const { holdings, named } = await orders(away);
    await holdings.forget('u1', forget);
    expect(await named()).toEqual({ others: 'Mina +880 1', paid: 'erased erased', paying: 'erased erased' });
  });

  it('are forgotten once, however often that is done', async () => {
    const { holdings, commands } = await orders(away);
    await holdings.forget('u1', forget);
    const [{ length: before }, position] = [commands.log, await holdings.forget('u1', forget)];
    expect(commands.log).toHaveLength(before);
    expect(position).toBe(BigInt(before));
    expect(commands.ofType('BookingPersonForgotten')).toHaveLength(3);
  });

  it('come first where a checkout was placed and none of them made, and are forgotten and taken back with the others', async () => {
    const { holdings, commands, readModels } = await orders(away);
    const order = { toolName: 'Claw Hammer', quantity: 1, price: { amount: 1999, currency: 'usd' } };
    const late = ['b8', 'b9'].map((bookingId) => ({ ...order, bookingId, toolId: `of ${bookingId}` }));
    const free = { ...order, bookingId: 'free', toolId: 't3', price: { amount: 0, currency: 'usd' } };
    const placed = checkoutPlaced({ orders: [...late, free] });
    await commands.execute(checkout, 'c1', contextOf('place'), { type: 'Happen' }, () => [placed]);
    for (const { bookingId, toolId } of placed.data.orders) {
      readModels.follow([openReservations], [stored(stockReserved({ bookingId, toolId, checkoutId: 'c1' }))]);
    }
    // No list shows them so soon.
    readModels.follow = () => {};
    await holdings.forget('u1', forget);
    const about = (type: string) => commands.ofType(type).map(({ data }) => (data as { bookingId: string }).bookingId);
    expect(about('BookingPersonForgotten')).toEqual(expect.arrayContaining(['b8', 'b9']));
    expect(about('BookingDeleted')).toEqual(expect.arrayContaining(['unpaid', 'b8', 'b9']));
    expect(about('BookingDeleted')).not.toContain('free');
  });

  it('are forgotten and taken back but for one that cannot be read, and that is said', async () => {
    const { holdings, commands } = await orders(away, 'booking-paid');
    await expect(holdings.forget('u1', forget)).rejects.toThrow('1 failed: DamagedStream: booking-paid');
    const about = (type: string) => commands.ofType(type).map(({ data }) => (data as { bookingId: string }).bookingId);
    expect(about('BookingPersonForgotten')).toEqual(expect.arrayContaining(['unpaid', 'paying']));
    expect(about('BookingPersonForgotten')).toHaveLength(2);
    expect(about('BookingDeleted')).toEqual(['unpaid']);
  });

  it('are forgotten whatever has become of somebody’s checkout', async () => {
    const { holdings, commands, readModels } = await orders(away, 'checkout-c1');
    readModels.follow([openReservations], [stored(stockReserved({ bookingId: 'b8', checkoutId: 'c1' }))]);
    await holdings.forget('u1', forget);
    expect(commands.ofType('BookingPersonForgotten')).toHaveLength(3);
  });
});

it('all orders of a person are shown to them, also one of which nobody can read what admins noted', async () => {
  const { holdings } = await orders(away, 'booking-unpaid');
  const leftOut: string[] = [];
  const pages = holdings.of('u1', (what) => leftOut.push(what)) as AsyncIterable<{ _id: string; notes?: object[] }[]>;
  const shown = (await Array.fromAsync(pages)).flat().map(({ _id, notes }) => [_id, notes?.length]);
  expect(Object.fromEntries(shown)).toEqual({ paid: 1, unpaid: undefined, paying: 1 });
  expect(leftOut).toEqual(['notes of order unpaid']);
});
