import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf, keyedContextOf } from '../../../backend/testing/context.ts';
import { damagedIn } from '../../../backend/testing/deciding/damaged-in.ts';
import { viewOf } from '../../kernel/documents/view.ts';
import { booking } from '../booking.ts';
import { bookings as bookingsProjection } from '../read-models/bookings.ts';
import { toolBooked } from '../testing/examples.ts';
import { noPayments } from '../testing/no-payments.ts';
import { deleteUnpaidOrders } from './delete-orders.ts';

describe('deleting all unpaid orders of a person', () => {
  it('takes them page by page, some at a time, and counts them the same when it is asked again', async () => {
    const readModels = new InMemoryReadModels();
    const commands = new InMemoryCommands({ appended: (events) => readModels.follow([bookingsProjection], events) });
    for (let n = 0; n < 1_050; n++) {
      const bookingId = `b${n}`;
      await commands.execute(booking, bookingId, contextOf(bookingId), { type: 'BookTool' }, () => [
        toolBooked({ bookingId }),
      ]);
    }
    const bookings = viewOf(readModels, bookingsProjection);
    let running = 0;
    let most = 0;
    const counted: typeof commands.execute = async (...call) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      return commands.execute(...call).finally(() => running--);
    };
    const wiring = {
      bookings,
      payments: noPayments,
      commands: { execute: counted, recall: commands.recall.bind(commands), load: commands.load.bind(commands) },
    };
    const deleted = await deleteUnpaidOrders(wiring, 'u1', contextOf('all of them'));
    expect(deleted.deletedCount).toBe(1_050);
    expect(commands.ofType('BookingDeleted')).toHaveLength(1_050);
    expect(
      commands.ofType('BulkDeletionRequested').map(({ data }) => (data as { bookingIds: [] }).bookingIds.length),
    ).toEqual([1_000, 50]);
    expect(most).toBeLessThanOrEqual(50);
    expect(await deleteUnpaidOrders(wiring, 'u1', contextOf('all of them'))).toEqual(deleted);
  });

  it('takes back all but one that cannot be read, says so, and does the same when it is asked again', async () => {
    const readModels = new InMemoryReadModels();
    const commands = new InMemoryCommands({ appended: (events) => readModels.follow([bookingsProjection], events) });
    const ids = Array.from({ length: 60 }, (_, n) => `b${n}`);
    for (const bookingId of ids) {
      await commands.execute(booking, bookingId, contextOf(bookingId), { type: 'BookTool' }, () => [
        toolBooked({ bookingId }),
      ]);
    }
    const bookings = viewOf(readModels, bookingsProjection);
    const wiring = { bookings, payments: noPayments, commands: damagedIn(commands, 'booking-b7') };
    const deleteAll = () => deleteUnpaidOrders(wiring, 'u1', keyedContextOf('all of them'));
    for (let times = 0; times < 2; times++) {
      await expect(deleteAll()).rejects.toThrow('1 failed: DamagedStream: booking-b7');
      expect(commands.ofType('BookingDeleted')).toHaveLength(59);
    }
    // It was restored.
    const again = { ...wiring, commands };
    expect(await deleteUnpaidOrders(again, 'u1', keyedContextOf('all of them'))).toMatchObject({ deletedCount: 60 });
  });
});
