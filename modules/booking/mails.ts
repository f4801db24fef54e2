import type { Commands } from '../kernel/commands.ts';
import { type Mails, mails } from '../kernel/mails.ts';
import { erased } from '../kernel/values/erased.ts';
import { inDigits } from '../kernel/values/in-words.ts';
import { formatMoney } from '../kernel/values/money.ts';
import { orderNumber } from '../kernel/values/order-number.ts';
import { pages } from '../kernel/wire/page-addresses.ts';
import { booking } from './booking.ts';
import type { BookingEvent } from './events.ts';
import { isSameParcel } from './fulfilment/fulfilment.ts';
import { perHour, receiptOf, seeOrders } from './receipts/receipt-mail.ts';
import { restockedOf } from './refunds/refunds.ts';

/** What booking writes to whoever ordered: a receipt, what went back and why, how it comes to them, and that an order lapsed. */
export function bookingMails(commands: Pick<Commands, 'load'>): Mails {
  return mails<BookingEvent>({
    on: {
      BookingPaid: ({ data }) => receiptOf(commands, data, 'receiptOf' in data ? data.receiptOf : undefined),
      PaymentUnmatched: ({ data }) => receiptOf(commands, data, data.receiptOf ?? []),
      async BookingRefunded({ data: { bookingId, refundId, uid, amount, unmatched, elsewhere } }) {
        const state = await commands.load(booking, bookingId);
        if (state.status === 'none') return undefined;
        const { reason = '' } = state.refunds.get(refundId) ?? {};
        const why = unmatched ? 'It came for an order that did not take it.' : reason === erased ? '' : reason;
        return {
          to: { uid },
          kind: 'refund',
          subject: `We sent ${formatMoney(amount)} back to you`,
          paragraphs: [
            elsewhere
              ? 'It could not go back the way it came, so we gave it to you in another way.'
              : 'The money goes back the way it came. Banks take some days until it shows.',
          ],
          facts: [
            ['Order', orderNumber(bookingId)],
            ...('order' in state ? [['Tool', state.order.toolName] as const] : []),
            ['Sent back', formatMoney(amount)],
            ...(why === '' ? [] : [['Why', why] as const]),
          ],
          action: seeOrders,
          perHour,
        };
      },
      async BookingShipped({ data: { bookingId, uid, carrier, trackingNumber, corrects } }) {
        // Of whoever was forgotten meanwhile nothing is told to anybody.
        if (trackingNumber === erased) return undefined;
        const state = await commands.load(booking, bookingId);
        if (!('fulfilment' in state && 'parcel' in state.fulfilment)) return undefined;
        // Each mail is tried again by itself: without this, one that waited would say what is wrong after the one that corrects it.
        if (!isSameParcel(state.fulfilment.parcel, { carrier, trackingNumber })) return undefined;
        const { toolName, quantity } = state.order;
        return {
          to: { uid },
          kind: 'shipped',
          subject: corrects
            ? `How your order of ${toolName} comes to you has changed`
            : `Your order of ${toolName} is on its way`,
          paragraphs: [
            corrects
              ? 'If we told you another carrier or tracking number before: please use these.'
              : 'It has left us. With the tracking number its carrier tells you where it is.',
          ],
          facts: [
            ['Order', orderNumber(bookingId)],
            ['Tool', toolName],
            ['Pieces', inDigits(quantity - restockedOf(state.refunds))],
            ['Carrier', carrier],
            ['Tracking number', trackingNumber],
          ],
          action: seeOrders,
          perHour,
        };
      },
      async BookingDelivered({ data: { bookingId, uid } }) {
        const state = await commands.load(booking, bookingId);
        if (!('order' in state)) return undefined;
        const { toolName } = state.order;
        return {
          to: { uid },
          kind: 'delivered',
          subject: `Your order of ${toolName} was delivered`,
          paragraphs: ['If something is missing or broken, please tell us.'],
          facts: [
            ['Order', orderNumber(bookingId)],
            ['Tool', toolName],
          ],
          action: seeOrders,
          perHour,
        };
      },
      async BookingExpired({ data: { bookingId, uid, toolId, amount } }) {
        const state = await commands.load(booking, bookingId);
        const toolName = 'toolName' in state ? state.toolName : undefined;
        return {
          to: { uid },
          kind: 'order-lapsed',
          countsWith: 'unpaid-orders',
          subject: toolName === undefined ? 'Your order has lapsed' : `Your order of ${toolName} has lapsed`,
          paragraphs: [
            'It was not paid in time, so its pieces are for others again. Nothing was charged. If you still want it, please order it again.',
          ],
          facts: [
            ['Order', orderNumber(bookingId)],
            ['Price', formatMoney(amount)],
          ],
          action: { label: 'Look at the tool', path: pages.tool.replace(':id', encodeURIComponent(toolId)) },
          perHour,
        };
      },
    },
  });
}
