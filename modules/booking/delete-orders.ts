import type { CommandContext, Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import { everyPage } from '../kernel/every-page.ts';
import type { View } from '../kernel/view.ts';
import { booking } from './booking.ts';
import { bulkDeletion, requestBulkDeletion } from './bulk-deletion.ts';
import { deleteBooking } from './commands/delete-booking.ts';
import type { BookingDocument } from './read-models/bookings.ts';

/** How many orders are worked on side by side: somebody may have thousands, and others wait for the store too. */
const atOnce = 50;

type Wiring = { commands: Commands; bookings: View<BookingDocument> };

/** Takes back one order that nobody has paid money for. */
export async function deleteOrder(
  { commands }: Pick<Wiring, 'commands'>,
  bookingId: string,
  context: CommandContext,
): Promise<{ deletedCount: number; position: bigint }> {
  const command = { type: 'DeleteBooking', bookingId, by: context.actor.uid } as const;
  const { events, position } = await commands.execute(booking, bookingId, context, command, deleteBooking);
  return { deletedCount: events.length, position };
}

/**
 * Takes back all unpaid orders of a person; of nobody when there is no such person. Which orders those are is written down first, under the command's id, so
 * that a repeat finishes the same work and counts the same orders.
 */
export async function deleteUnpaidOrders(
  { commands, bookings }: Wiring,
  uid: string | undefined,
  context: CommandContext,
): Promise<{ deletedCount: number; position: bigint }> {
  const id = context.commandId;
  const unpaid: string[] = [];
  if (uid !== undefined) {
    for await (const page of everyPage(bookings.list, { index: 'unchargedOf', key: uid, order: 'ascending' })) {
      for (const { _id, paid } of page) if (!paid) unpaid.push(_id);
    }
  }
  const cleared = await commands.execute(
    bulkDeletion,
    id,
    context,
    { type: 'RequestBulkDeletion', bookingIds: unpaid },
    requestBulkDeletion,
  );
  const bookingIds = cleared.state.status === 'decided' ? cleared.state.bookingIds : [];
  const clear = (bookingId: string) =>
    commands.execute(
      booking,
      bookingId,
      { ...context, commandId: derivedId('clear', id, bookingId) },
      { type: 'DeleteBooking', bookingId, by: context.actor.uid },
      // One that was paid or went meanwhile stays as it is.
      (command, state) => (state.status === 'unpaid' ? deleteBooking(command, state) : []),
    );
  let { position } = cleared;
  let deletedCount = 0;
  for (let done = 0; done < bookingIds.length; done += atOnce) {
    for (const outcome of await Promise.all(bookingIds.slice(done, done + atOnce).map(clear))) {
      if (outcome.position > position) position = outcome.position;
      if (outcome.events.length > 0) deletedCount += 1;
    }
  }
  return { deletedCount, position };
}
