import type { CommandContext, Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import type { View } from '../kernel/view.ts';
import { booking } from './booking.ts';
import { bulkDeletion, requestBulkDeletion } from './bulk-deletion.ts';
import { deleteBooking } from './commands/delete-booking.ts';
import type { Booking } from './contract.ts';

type Wiring = { commands: Commands; bookings: View<Booking> };

/** Takes back one unpaid order. */
export async function deleteOrder(
  { commands }: Pick<Wiring, 'commands'>,
  bookingId: string,
  context: CommandContext,
): Promise<{ deletedCount: number; position: bigint }> {
  const command = { type: 'DeleteBooking', bookingId, by: context.actor.uid } as const;
  const { events, position } = await commands.execute(booking, bookingId, context, (state) =>
    deleteBooking(command, state),
  );
  return { deletedCount: events.length, position };
}

/**
 * Takes back all unpaid orders of a person. Which orders those are is written down first, under the command's id, so
 * that a repeat finishes the same work and counts the same orders.
 */
export async function deleteUnpaidOrders(
  { commands, bookings }: Wiring,
  personEmail: string,
  context: CommandContext,
): Promise<{ deletedCount: number; position: bigint }> {
  const { documents } = await bookings.list({ index: 'unpaidOf', key: personEmail, order: 'ascending' });
  const id = context.commandId;
  const cleared = await commands.execute(bulkDeletion, id, context, (state) =>
    requestBulkDeletion({ type: 'RequestBulkDeletion', bookingIds: documents.map(({ _id }) => _id) }, state),
  );
  const bookingIds = cleared.state.status === 'decided' ? cleared.state.bookingIds : [];
  const outcomes = await Promise.all(
    bookingIds.map((bookingId) =>
      commands.execute(booking, bookingId, { ...context, commandId: derivedId('clear', id, bookingId) }, (state) =>
        // One that was paid or went meanwhile stays as it is.
        state.status === 'unpaid'
          ? deleteBooking({ type: 'DeleteBooking', bookingId, by: context.actor.uid }, state)
          : [],
      ),
    ),
  );
  const position = outcomes.reduce(
    (last, outcome) => (outcome.position > last ? outcome.position : last),
    cleared.position,
  );
  return { deletedCount: outcomes.filter(({ events }) => events.length > 0).length, position };
}
