import type { CommandContext, Commands } from '../kernel/commands.ts';
import { Bulkhead } from '../kernel/concurrency/bulkhead.ts';
import { everyPage } from '../kernel/documents/every-page.ts';
import type { View } from '../kernel/documents/view.ts';
import { derivedId } from '../kernel/encoding/derived.ts';
import type { Holdings } from '../kernel/holdings.ts';
import type { Withdrawals } from '../payments/contract.ts';
import { checkout } from './checkouts/checkout.ts';
import { completeCheckout } from './checkouts/complete-checkout.ts';
import { deleteUnpaidOrders } from './deletion/delete-orders.ts';
import { forgetOrder } from './deletion/forget-order.ts';
import { notesOf, type ReadStream } from './fulfilment/notes-of.ts';
import { type BookingDocument, shownOf } from './read-models/bookings.ts';
import type { OpenReservation } from './read-models/open-reservations.ts';

/** How many orders are worked on side by side. */
const atOnce = 50;
/** How many are read at a time. */
const aPage = 200;

/** A person's orders. When they are forgotten, unpaid ones are taken back; the others stay, and are nobody's. */
export function orderHoldings(wiring: {
  commands: Commands;
  bookings: View<BookingDocument>;
  reservations: View<OpenReservation>;
  payments: Withdrawals;
  readStream: ReadStream;
}): Holdings {
  const { commands, bookings } = wiring;

  const pagesOf = (uid: string) =>
    everyPage(bookings.list, { index: 'uid', key: uid, order: 'ascending', limit: aPage });

  async function allOf(uid: string): Promise<BookingDocument[]> {
    const orders: BookingDocument[] = [];
    for await (const page of pagesOf(uid)) orders.push(...page);
    return orders;
  }

  return {
    name: 'orders',
    of: (uid, leftOut) => withNotes(wiring.readStream, pagesOf(uid), leftOut),
    async forget(uid, context) {
      const bulkhead = new Bulkhead();
      const late = await completeLate(wiring, uid, context, bulkhead);
      const orders = [...new Set([...(await allOf(uid)).map(({ _id }) => _id), ...late])];
      let last = 0n;
      for (let done = 0; done < orders.length; done += atOnce) {
        const some = orders.slice(done, done + atOnce);
        const positions = some.map((bookingId) => bulkhead.hold(forgetOrder(commands, { bookingId, uid }, context)));
        for (const position of await Promise.all(positions))
          if (position !== undefined && position > last) last = position;
      }
      // Afterwards: what is taken back is listed no more, and would be missed by whoever goes on after a crash.
      const takingBack = deleteUnpaidOrders(wiring, uid, named(context, 'take-back'), { also: late });
      const { position = last } = (await bulkhead.hold(takingBack)) ?? {};
      bulkhead.end();
      return position > last ? position : last;
    },
  };
}

/**
 * Makes the orders of checkouts that were placed and whose process ended before it made all of them: without this they would come
 * after everything else was forgotten, hold their pieces, and be nobody's to take back. A checkout that cannot be read is passed over,
 * since nobody can say whose it is: once it can be, its orders are forgotten as they come (reactors/forget-late-orders.ts).
 * @returns those orders of them that cost something
 */
async function completeLate(
  { commands, reservations }: { commands: Commands; reservations: View<OpenReservation> },
  uid: string,
  context: CommandContext,
  bulkhead: Bulkhead,
): Promise<string[]> {
  const checkoutIds = new Set<string>();
  for await (const page of everyPage(reservations.list, { index: 'open', key: '', order: 'ascending' })) {
    for (const { checkoutId } of page) if (checkoutId !== undefined) checkoutIds.add(checkoutId);
  }
  const late: string[] = [];
  for (const checkoutId of checkoutIds) {
    const state = await new Bulkhead().hold(commands.load(checkout, checkoutId));
    if (state?.status !== 'placed' || state.checkout.uid !== uid) continue;
    if ((await bulkhead.hold(completeCheckout(commands, state.checkout, context))) === undefined) continue;
    late.push(...state.checkout.orders.filter(({ price }) => price.amount > 0).map(({ bookingId }) => bookingId));
  }
  return late;
}

/** Their orders as they see them, with what admins noted of each, which they see nowhere else. */
async function* withNotes(
  readStream: ReadStream,
  pages: AsyncIterable<BookingDocument[]>,
  leftOut: (what: string) => void,
): AsyncGenerator<object[], void, undefined> {
  for await (const orders of pages) {
    for (let done = 0; done < orders.length; done += atOnce) {
      const some = orders.slice(done, done + atOnce).map(async (order) => {
        const notes = await new Bulkhead().hold(notesOf(readStream, order._id));
        if (!notes) leftOut(`notes of order ${order._id}`);
        return { ...shownOf(order), ...(notes?.length && { notes }) };
      });
      yield await Promise.all(some);
    }
  }
}

/** Each is a command of its own, the same whenever this is done again. */
function named(context: CommandContext, what: string): CommandContext {
  return { ...context, commandId: derivedId('forget', context.commandId, what) };
}
