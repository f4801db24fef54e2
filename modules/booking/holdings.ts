import type { CommandContext, Commands } from '../kernel/commands.ts';
import { derivedId } from '../kernel/derived.ts';
import { everyPage } from '../kernel/every-page.ts';
import type { Holdings } from '../kernel/holdings.ts';
import type { View } from '../kernel/view.ts';
import type { Withdrawals } from '../payments/contract.ts';
import { booking } from './booking.ts';
import { forgetBooker } from './commands/forget-booker.ts';
import { deleteUnpaidOrders } from './delete-orders.ts';
import { type BookingDocument, shownOf } from './read-models/bookings.ts';

/** How many orders are worked on side by side. */
const atOnce = 50;

/** A person's orders. When they are forgotten, unpaid ones are taken back; the others stay, and are nobody's. */
export function orderHoldings(wiring: {
  commands: Commands;
  bookings: View<BookingDocument>;
  payments: Withdrawals;
}): Holdings {
  const { commands, bookings } = wiring;

  async function allOf(uid: string): Promise<BookingDocument[]> {
    const orders: BookingDocument[] = [];
    for await (const page of everyPage(bookings.list, { index: 'uid', key: uid, order: 'ascending' })) {
      orders.push(...page);
    }
    return orders;
  }

  return {
    name: 'orders',
    of: async (uid) => (await allOf(uid)).map(shownOf),
    async forget(uid, context) {
      const orders = await allOf(uid);
      let last = 0n;
      for (let done = 0; done < orders.length; done += atOnce) {
        const positions = orders.slice(done, done + atOnce).map(async ({ _id: bookingId }) => {
          const command = { type: 'ForgetBooker', bookingId, uid } as const;
          return commands.execute(booking, bookingId, named(context, bookingId), command, forgetBooker);
        });
        for (const { position } of await Promise.all(positions)) if (position > last) last = position;
      }
      // Afterwards: what is taken back is listed no more, and would be missed by who goes on after a crash.
      const { position } = await deleteUnpaidOrders(wiring, uid, named(context, 'take-back'));
      return position > last ? position : last;
    },
  };
}

/** Each is a command of its own, the same whenever this is done again. */
function named(context: CommandContext, what: string): CommandContext {
  return { ...context, commandId: derivedId('forget', context.commandId, what) };
}
