import { expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { SomeNotDone } from '../../kernel/errors.ts';
import { booking } from '../booking.ts';
import { bookings as bookingsProjection } from '../read-models/bookings.ts';
import { toolBooked } from '../testing/examples.ts';
import { ordersOf } from './orders.ts';

it('the oldest unpaid order of a price is the oldest that can be read', async () => {
  const readModels = new InMemoryReadModels();
  const commands = new InMemoryCommands({ appended: (events) => readModels.follow([bookingsProjection], events) });
  const bookings = viewOf(readModels, bookingsProjection);
  const { uid, price } = toolBooked().data;
  for (const bookingId of ['b1', 'b2', 'b3']) {
    await commands.execute(booking, bookingId, contextOf(bookingId), { type: 'Happen' }, () => [
      toolBooked({ bookingId }),
    ]);
  }
  const oldest = (...damaged: string[]) =>
    ordersOf({ commands: damagedIn(commands, ...damaged), bookings }).oldestUnpaid(uid, price);
  expect(await oldest()).toMatchObject({ bookingId: 'b1' });
  expect(await oldest('booking-b1')).toMatchObject({ bookingId: 'b2' });
  await expect(oldest('booking-b1', 'booking-b2', 'booking-b3')).rejects.toThrow(SomeNotDone);
});
