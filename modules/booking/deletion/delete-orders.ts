import { type CommandContext, type Commands, isKeyed, type Outcome } from '../../kernel/commands.ts';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { everyPage } from '../../kernel/documents/every-page.ts';
import type { View } from '../../kernel/documents/view.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Withdrawals } from '../../payments/contract.ts';
import { type Booking, booking } from '../booking.ts';
import { deleteBooking } from '../commands/delete-booking.ts';
import type { BookingEvent } from '../events.ts';
import { endWithPayment } from '../money/end-payment.ts';
import { untilAway } from '../money/until-away.ts';
import type { BookingDocument } from '../read-models/bookings.ts';
import { bulkDeletion, requestBulkDeletion } from './bulk-deletion.ts';

/** How many orders are worked on side by side: somebody may have thousands, and others wait for the store too. */
const atOnce = 50;

type Wiring = { commands: Commands; bookings: View<BookingDocument>; payments: Withdrawals };
type Deleted = { deletedCount: number; position: bigint };

/**
 * Takes back one order that nobody has paid money for.
 * @throws Conflict when it is paid, being paid or on its way; Unavailable while nobody can say, since the provider is away.
 */
export async function deleteOrder(
  wiring: Pick<Wiring, 'commands' | 'payments'>,
  bookingId: string,
  context: CommandContext,
  { byAdmin }: { byAdmin: boolean } = { byAdmin: false },
): Promise<Deleted> {
  return endWithPayment(wiring, bookingId, { context, again: true }, async (cancelled) => {
    const by = { by: context.actor.uid, ...(byAdmin && { byAdmin }) };
    const command = { type: 'DeleteBooking', bookingId, ...by, cancelled } as const;
    return deletedBy(await wiring.commands.execute(booking, bookingId, context, command, deleteBooking));
  });
}

function deletedBy({ events, position }: Pick<Outcome<Booking, BookingEvent>, 'events' | 'position'>): Deleted {
  return { deletedCount: events.filter(({ type }) => type === 'BookingDeleted').length, position };
}

/**
 * Takes back those unpaid orders of a person that can be taken back; of nobody when there is no such person. Which orders
 * those are is written down first, under the command's id, so that a repeat finishes the same work and counts the same
 * orders; and which of them could not be, where their caller may ask again, so that a repeat leaves them and their payments alone.
 * One that cannot be read keeps no other from being taken back.
 * @param options.also unpaid orders that the read model need not show yet
 * @throws SomeNotDone where one cannot be read
 */
export async function deleteUnpaidOrders(
  wiring: Wiring,
  uid: string | undefined,
  context: CommandContext,
  { also = [] }: { also?: readonly string[] } = {},
): Promise<Deleted> {
  const { commands, bookings } = wiring;
  const id = context.commandId;
  const unpaid = new Set(also);
  if (uid !== undefined) {
    for await (const page of everyPage(bookings.list, { index: 'unchargedOf', key: uid, order: 'ascending' })) {
      for (const { _id, paid } of page) if (!paid) unpaid.add(_id);
    }
  }
  const command = { type: 'RequestBulkDeletion', bookingIds: [...unpaid] } as const;
  const cleared = await commands.execute(bulkDeletion, id, context, command, requestBulkDeletion);
  const bookingIds = cleared.state.status === 'decided' ? cleared.state.bookingIds : [];
  const clear = clearing(wiring, context, cleared.repeated);
  let { position } = cleared;
  let deletedCount = 0;
  const bulkhead = new Bulkhead();
  for (let done = 0; done < bookingIds.length; done += atOnce) {
    const some = bookingIds.slice(done, done + atOnce).map((bookingId) => bulkhead.hold(clear(bookingId)));
    for (const deleted of await Promise.all(some)) {
      if (!deleted) continue;
      if (deleted.position > position) position = deleted.position;
      deletedCount += deleted.deletedCount;
    }
  }
  bulkhead.end();
  return { deletedCount, position };
}

/** Takes back one of many orders, if that can be done: one that was paid or is being paid stays, and is not counted. */
function clearing(wiring: Wiring, context: CommandContext, isRepeat: boolean): (bookingId: string) => Promise<Deleted> {
  const { commands } = wiring;
  const none: Deleted = { deletedCount: 0, position: 0n };
  const payments = untilAway(wiring.payments);
  return async (bookingId) => {
    const own = { ...context, commandId: derivedId('clear', context.commandId, bookingId) };
    const before = isRepeat ? await commands.recall(booking, bookingId, own) : undefined;
    if (before) return deletedBy(before);
    try {
      return await deleteOrder({ ...wiring, payments }, bookingId, own);
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      return isKeyed(context) ? deletedBy(await keep(commands, bookingId, own)) : none;
    }
  };
}

/** Says under the id of its deletion that an order stays, unless the same call at another node has deleted it meanwhile. */
function keep(commands: Commands, bookingId: string, own: CommandContext): Promise<Outcome<Booking, BookingEvent>> {
  const keyed = { ...own, keyedAs: own.commandId };
  return commands.execute(booking, bookingId, keyed, { type: 'DeleteBooking', bookingId }, () => []);
}
