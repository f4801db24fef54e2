import type { Booking } from '../booking.ts';
import type { BookingLossChanged, LossOfOrder } from '../money/contract.ts';

export type RecordLoss = { type: 'RecordLoss' } & LossOfOrder;

/**
 * Records how much of what was paid for the order is lost in disputes: once for each change that it is told of, and of two
 * the later; also that it is nothing. Without this, an appeal that was won could come before the loss, as a slower node tells it, and
 * the loss would stay. Of money that another payment brought the order has nothing to lose.
 */
export function recordLoss({ paymentId, share, change }: RecordLoss, booking: Booking): BookingLossChanged[] {
  if (!('payment' in booking) || !('paymentId' in booking.payment)) return [];
  const { order, payment, loss } = booking;
  if (payment.paymentId !== paymentId || change <= loss.change) return [];
  return [{ type: 'BookingLossChanged', data: { ...share, toolId: order.toolId, paymentId, change } }];
}
