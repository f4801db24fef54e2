import { NotFound } from '../../kernel/errors.ts';
import { sameMoney } from '../../kernel/values/money.ts';
import type { Booking } from '../booking.ts';
import type { BookingPaid, BookingPaymentClosed, PaymentUnmatched, RefundRequested, Share } from '../money/contract.ts';
import { closePayment } from './close-payment.ts';

export type PayBooking = {
  type: 'PayBooking';
  /** The order's share of what arrived. */
  share: Share;
  paymentId: string;
  /** With which intent it came. */
  intentId: string;
  /** Whether the payment brought what it was to bring. A payment of several orders pays each of them, or none. */
  fits: boolean;
  /** Whose one receipt this order has written, where it is paid together with others. */
  receiptOf?: readonly string[];
  /** The refund that this becomes if it fits no order. */
  refundId: string;
};

/**
 * Takes the provider's word that money arrived. Money that fits no order is noted, and owed to whoever paid it, at once; an
 * order that it was to pay is free for another payment then.
 */
export function payBooking(
  { share: { bookingId, uid, amount }, paymentId, intentId, fits, receiptOf, refundId }: PayBooking,
  booking: Booking,
): (BookingPaid | BookingPaymentClosed | PaymentUnmatched | RefundRequested)[] {
  if (booking.status === 'none') throw new NotFound('There is no such order.');
  const receipt = receiptOf && { receiptOf };
  const unmatched = (because: PaymentUnmatched['data']['because']): (PaymentUnmatched | RefundRequested)[] => {
    if (booking.refunds.has(refundId)) return [];
    const toolId = 'order' in booking ? booking.order.toolId : booking.toolId;
    const about = { bookingId, uid, paymentId, amount };
    const refund = { refundId, ...about, unmatched: true, toolId, reason: 'It fits no order.', restock: 0 } as const;
    return [
      { type: 'PaymentUnmatched', data: { ...about, because, ...receipt } },
      { type: 'RefundRequested', data: { ...refund, by: 'system', intentId } },
    ];
  };
  switch (booking.status) {
    case 'unpaid':
      if (!fits || !sameMoney(booking.order.price, amount)) {
        const closing = { type: 'ClosePayment', bookingId, paymentId } as const;
        return [...unmatched('another amount'), ...closePayment(closing, booking)];
      }
      return [
        { type: 'BookingPaid', data: { bookingId, uid, toolId: booking.order.toolId, paymentId, amount, ...receipt } },
      ];
    case 'paid':
    case 'refunded': {
      const isTheSame = fits && 'paymentId' in booking.payment && booking.payment.paymentId === paymentId;
      return isTheSame ? [] : unmatched('paid before');
    }
    case 'gone':
      return unmatched('gone');
  }
}
