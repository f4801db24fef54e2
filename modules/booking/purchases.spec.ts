import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../backend/testing/context.ts';
import { damagedIn } from '../../backend/testing/deciding/damaged-in.ts';
import { viewOf } from '../kernel/documents/view.ts';
import { SomeNotDone } from '../kernel/errors.ts';
import { booking } from './booking.ts';
import type { BookingEvent } from './events.ts';
import { purchasesOf } from './purchases.ts';
import { bookings as bookingsProjection } from './read-models/bookings.ts';
import {
  bookedForNothing,
  bookingDeleted,
  bookingDelivered,
  bookingPacked,
  bookingPaid,
  bookingRefunded,
  bookingShipped,
  toolBooked,
} from './testing/examples.ts';

/** What is known of purchases after each of these orders: those of some may not be shown yet. */
async function purchasesAfter(
  orders: readonly (readonly BookingEvent[])[],
  notShown: readonly BookingEvent['type'][] = [],
  damaged: readonly string[] = [],
) {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({
    appended: (events) =>
      readModels.follow(
        [bookingsProjection],
        events.filter(({ type }) => !notShown.some((one) => one === type)),
      ),
  });
  for (const [at, events] of orders.entries()) {
    for (const [step, event] of events.entries()) {
      await commands.execute(booking, `b${at}`, contextOf(`${at} ${step}`), { type: 'Happen' }, () => [
        { ...event, data: { ...event.data, bookingId: `b${at}` } } as BookingEvent,
      ]);
    }
  }
  return purchasesOf({ commands: damagedIn(commands, ...damaged), bookings: viewOf(readModels, bookingsProjection) });
}

const { uid, toolId, price } = toolBooked().data;
const paid = [toolBooked(), bookingPaid({ amount: price })];
const allBack = bookingRefunded({ amount: price });
const free = bookedForNothing();
const someBack = bookingRefunded({ amount: { ...price, amount: price.amount - 1 } });

describe('having bought a tool', () => {
  it.each([
    ['nothing ordered', [], false],
    ['an order that is not paid', [[toolBooked()]], false],
    ['one that was taken back', [[toolBooked(), bookingDeleted()]], false],
    ['a paid one', [paid], true],
    ['a paid one of which some went back', [[...paid, someBack]], true],
    ['a paid one of which all went back', [[...paid, allBack]], false],
    ['one of which all went back, and a paid one', [[...paid, allBack], paid], true],
    ['a paid one of another tool', [[toolBooked({ toolId: 't9' }), bookingPaid({ amount: price })]], false],
    ['a paid one of somebody else', [[toolBooked({ uid: 'u9' }), bookingPaid({ amount: price })]], false],
    ['one that costs nothing', [free], false],
    ['one that costs nothing, and was deleted', [[...free, bookingDeleted()]], false],
    ['one that costs nothing, and is packed', [[...free, bookingPacked()]], false],
    ['one that costs nothing, and was shipped', [[...free, bookingShipped()]], true],
    ['one that costs nothing, and was delivered', [[...free, bookingShipped(), bookingDelivered()]], true],
  ])('of %s', async (_, orders, bought) => {
    expect(await (await purchasesAfter(orders)).hasBought(uid, toolId)).toBe(bought);
  });

  it('is asked of the order itself, whatever its read model shows so far', async () => {
    expect(await (await purchasesAfter([paid], ['BookingPaid'])).hasBought(uid, toolId)).toBe(true);
    expect(await (await purchasesAfter([[...paid, allBack]], ['BookingRefunded'])).hasBought(uid, toolId)).toBe(false);
  });

  it('is known by any order that can be read, and else nobody can say', async () => {
    const damaged = ['booking-b1'];
    expect(await (await purchasesAfter([paid, paid], [], damaged)).hasBought(uid, toolId)).toBe(true);
    const unsure = await purchasesAfter([[toolBooked()], paid], [], damaged);
    await expect(unsure.hasBought(uid, toolId)).rejects.toThrow(SomeNotDone);
  });
});
