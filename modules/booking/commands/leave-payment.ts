import { Conflict } from '../../kernel/errors.ts';
import type { Booking } from '../booking.ts';
import type { BookingPaymentClosed } from '../money/contract.ts';

/** The order is in a payment that may yet bring money for it. */
export class StillInPayment extends Conflict {
  override name = 'StillInPayment';
  constructor() {
    super('This order is being paid at this moment. Please try again.');
  }
}

/**
 * What an order has to say before it ends: that it is in no payment any more.
 * @param cancelled the payment that the provider has cancelled
 * @throws StillInPayment when the order is in another one by now.
 */
export function leavePayment(booking: Booking, cancelled: string | undefined): BookingPaymentClosed[] {
  if (booking.status !== 'unpaid' || booking.paymentId === undefined) return [];
  const { order, paymentId } = booking;
  if (paymentId !== cancelled) throw new StillInPayment();
  const { bookingId, uid, price: amount } = order;
  return [{ type: 'BookingPaymentClosed', data: { bookingId, uid, paymentId, amount } }];
}
