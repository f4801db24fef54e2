import type { Booking } from '../booking.ts';
import type { BookingExpired } from '../events.ts';
import type { BookingPaymentClosed } from '../money/contract.ts';
import { leavePayment } from './leave-payment.ts';

export type ExpireBooking = {
  type: 'ExpireBooking';
  bookingId: string;
  /** The payment that the provider has cancelled for it. */
  cancelled?: string;
};

/**
 * Lets an order expire that was not paid in time. One that was paid meanwhile stays.
 * @throws StillInPayment while a payment is open that may yet bring money.
 */
export function expireBooking(
  { bookingId, cancelled }: ExpireBooking,
  booking: Booking,
): (BookingPaymentClosed | BookingExpired)[] {
  if (booking.status !== 'unpaid') return [];
  const { uid, toolId, price: amount } = booking.order;
  return [...leavePayment(booking, cancelled), { type: 'BookingExpired', data: { bookingId, uid, toolId, amount } }];
}
