import type { Commands } from '../kernel/commands.ts';
import { decimalOf } from '../kernel/money.ts';
import type { View } from '../kernel/view.ts';
import { booking } from './booking.ts';
import { payBooking } from './commands/pay-booking.ts';
import type { Orders, PayableOrder } from './contract.ts';
import { type BookingDocument, unpaidKey } from './read-models/bookings.ts';

/** The orders, as payments uses them. */
export function ordersOf({ commands, bookings }: { commands: Commands; bookings: View<BookingDocument> }): Orders {
  async function find(bookingId: string): Promise<PayableOrder | undefined> {
    const state = await commands.load(booking, bookingId);
    if (!('order' in state)) return undefined;
    const { uid, price } = state.order;
    return { bookingId, uid, price, status: state.status };
  }
  return {
    find,
    exists: async (bookingId) => (await commands.load(booking, bookingId)).status !== 'none',
    async oldestUnpaid(uid, price) {
      const key = unpaidKey(uid, decimalOf(price));
      const { documents } = await bookings.list({ index: 'unpaidAt', key, order: 'ascending', limit: 1 });
      return documents[0] && find(documents[0]._id);
    },
    async pay(payment, context) {
      const { position } = await commands.execute(
        booking,
        payment.bookingId,
        context,
        { type: 'PayBooking', ...payment },
        payBooking,
      );
      return position;
    },
  };
}
