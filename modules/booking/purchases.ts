import type { Commands } from '../kernel/commands.ts';
import { Bulkhead } from '../kernel/concurrency/bulkhead.ts';
import { everyPage } from '../kernel/documents/every-page.ts';
import type { View } from '../kernel/documents/view.ts';
import { type Booking, booking, unchargedOrder } from './booking.ts';
import type { Purchases } from './contract.ts';
import { hasLeft } from './fulfilment/fulfilment.ts';
import type { BookingDocument } from './read-models/bookings.ts';

/** The orders, as reviews asks for them. They are found in the read model, and what has become of one is asked of its stream. */
export function purchasesOf({
  commands,
  bookings,
}: {
  commands: Pick<Commands, 'load'>;
  bookings: Pick<View<BookingDocument>, 'list'>;
}): Purchases {
  return {
    async hasBought(uid, toolId) {
      const bulkhead = new Bulkhead();
      for await (const page of everyPage(bookings.list, { index: 'uid', key: uid, order: 'descending' })) {
        for (const order of page) {
          if (order.toolId !== toolId) continue;
          const state = await bulkhead.hold(commands.load(booking, order._id));
          if (state && isPurchase(state)) return true;
        }
      }
      // Whether that one was a purchase nobody can say.
      bulkhead.end();
      return false;
    },
  };
}

/**
 * It is paid, and not all went back. What costs nothing is paid as it is placed, and its owner may delete it a moment later: it
 * counts once it has left the house, since otherwise anybody says that they have bought whatever is free.
 */
function isPurchase(order: Booking): boolean {
  return order.status === 'paid' && (unchargedOrder(order) === undefined || hasLeft(order.fulfilment));
}
