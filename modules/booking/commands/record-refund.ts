import { NotFound } from '../../kernel/errors.ts';
import type { Booking } from '../booking.ts';
import type { BookingRefunded, BookingRefundFailed, RefundOutcome } from '../contract.ts';

export type RecordRefund = { type: 'RecordRefund' } & RefundOutcome;

/**
 * Records what became of money that was to go back: once, however often it is told. Also of a refund that this order
 * did not ask for: somebody made it in the provider's own dashboard.
 */
export function recordRefund(
  { refundId, paymentId, share, state }: RecordRefund,
  booking: Booking,
): (BookingRefunded | BookingRefundFailed)[] {
  if (booking.status === 'none') throw new NotFound('There is no such order.');
  const before = booking.refunds.get(refundId);
  const isOfTheOrder =
    'payment' in booking && 'paymentId' in booking.payment && booking.payment.paymentId === paymentId;
  const isUnmatched = before ? before.unmatched : !isOfTheOrder;
  const about = { refundId, ...share, paymentId, ...(isUnmatched && { unmatched: true as const }) };
  const wasRefunded = before?.state === 'refunded';
  if (state === 'succeeded') return wasRefunded ? [] : [{ type: 'BookingRefunded', data: about }];
  // Also one of the dashboard's that never went back: it can be tried again, as any other.
  if (before?.state === 'failed') return [];
  return [{ type: 'BookingRefundFailed', data: { ...about, wasRefunded } }];
}
