import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { stored } from '../../../backend/testing/stored.ts';
import { booking } from '../booking.ts';
import type { BookingPaid } from '../contract.ts';
import type { BookingEvent } from '../events.ts';
import { bookedForNothing, bookingPaid, toolBooked } from '../testing/examples.ts';
import { StockDouble } from '../testing/stock-double.ts';
import { sellStock } from './sell-stock.ts';

describe('the pieces of an order that is paid', () => {
  it('are sold, and no answer waits for it', async () => {
    const { stock, reactor } = await happened(toolBooked({ toolId: 't7' }), bookingPaid());
    expect(reactor.awaited).toBe(false);
    await reactor.react(stored(bookingPaid()));
    expect(stock.sold).toEqual(['t7 b1']);
  });

  it('stay set aside while the order costs nothing, since it may be taken back', async () => {
    const [booked, paid]: [BookingEvent, BookingPaid] = bookedForNothing();
    const { stock, reactor } = await happened(booked, paid);
    expect(await reactor.react(stored(paid))).toBeUndefined();
    expect(stock.sold).toEqual([]);
  });
});

async function happened(...events: BookingEvent[]) {
  const commands = new InMemoryCommands();
  await commands.execute(booking, 'b1', contextOf('given'), { type: 'Given' }, () => events);
  const stock = new StockDouble();
  return { stock, reactor: sellStock({ commands, stock }) };
}
