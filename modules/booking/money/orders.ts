import type { Commands } from '../../kernel/commands.ts';
import { Bulkhead } from '../../kernel/concurrency/bulkhead.ts';
import { everyPage } from '../../kernel/documents/every-page.ts';
import type { View } from '../../kernel/documents/view.ts';
import { derivedId } from '../../kernel/encoding/derived.ts';
import { decimalOf } from '../../kernel/values/money.ts';
import { booking } from '../booking.ts';
import { closePayment } from '../commands/close-payment.ts';
import { openPayment } from '../commands/open-payment.ts';
import { payBooking } from '../commands/pay-booking.ts';
import { recordLoss } from '../commands/record-loss.ts';
import { recordRefund, standsIn } from '../commands/record-refund.ts';
import { retryRefund } from '../commands/retry-refund.ts';
import { settleRefund } from '../commands/settle-refund.ts';
import type { BookingDocument } from '../read-models/bookings.ts';
import type { Orders, PayableOrder } from './contract.ts';

/** The orders, as payments uses them. */
export function ordersOf({ commands, bookings }: { commands: Commands; bookings: View<BookingDocument> }): Orders {
  async function find(bookingId: string): Promise<PayableOrder | undefined> {
    const state = await commands.load(booking, bookingId);
    if (!('order' in state)) return undefined;
    const { uid, price } = state.order;
    const { paymentId, formerPayments } =
      state.status === 'unpaid' ? state : { paymentId: undefined, formerPayments: 0 };
    return { bookingId, uid, price, status: state.status, paymentId, formerPayments };
  }
  return {
    find,
    async oldestUnpaid(uid, price) {
      const wanted = decimalOf(price);
      const bulkhead = new Bulkhead();
      for await (const page of everyPage(bookings.list, { index: 'unchargedOf', key: uid, order: 'ascending' })) {
        for (const { _id } of page.filter((order) => !order.paid && order.price === wanted)) {
          const read = await bulkhead.hold(find(_id).then((order) => ({ order })));
          if (read) return read.order;
        }
      }
      bulkhead.end();
      return undefined;
    },
    async openedBefore(bookingId, context) {
      const before = await commands.recall(booking, bookingId, context);
      return before && { paymentId: before.state.status === 'unpaid' ? before.state.paymentId : undefined };
    },
    async openPayment({ bookingId, formerPayments, paymentId }, context) {
      const command = { type: 'OpenPayment', bookingId, paymentId, formerPayments } as const;
      const { state, events, repeated } = await commands.execute(booking, bookingId, context, command, openPayment);
      const opened = events.find((event) => event.type === 'BookingPaymentOpened');
      const present = state.status === 'unpaid' ? state.paymentId : undefined;
      return { paymentId: opened ? opened.data.paymentId : present, repeated };
    },
    async closePayment({ bookingId, paymentId }, context) {
      const command = { type: 'ClosePayment', bookingId, paymentId } as const;
      return (await commands.execute(booking, bookingId, context, command, closePayment)).position;
    },
    async pay(payment, context) {
      const { bookingId } = payment.share;
      // One for each time that money arrives, of which the context is, and for each order that it arrives for.
      const refundId = derivedId('unmatched', context.commandId, bookingId);
      const command = { type: 'PayBooking', ...payment, refundId } as const;
      return (await commands.execute(booking, bookingId, context, command, payBooking)).position;
    },
    async refundStands({ bookingId, refundId }) {
      return standsIn(await commands.load(booking, bookingId), refundId);
    },
    async recordRefund(outcome, context) {
      const command = { type: 'RecordRefund', ...outcome } as const;
      return (await commands.execute(booking, outcome.share.bookingId, context, command, recordRefund)).position;
    },
    async recordLoss(loss, context) {
      const command = { type: 'RecordLoss', ...loss } as const;
      return (await commands.execute(booking, loss.share.bookingId, context, command, recordLoss)).position;
    },
    async retryRefund({ bookingId, refundId }, context) {
      const command = { type: 'RetryRefund', bookingId, refundId, by: context.actor.uid } as const;
      return (await commands.execute(booking, bookingId, context, command, retryRefund)).position;
    },
    async settleRefund(which, context) {
      const command = { type: 'SettleRefund', ...which, by: context.actor.uid } as const;
      return (await commands.execute(booking, which.bookingId, context, command, settleRefund)).position;
    },
  };
}
