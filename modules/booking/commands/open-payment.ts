import type { Booking } from '../booking.ts';
import type { BookingPaymentOpened } from '../money/contract.ts';

export type OpenPayment = { type: 'OpenPayment'; bookingId: string; paymentId: string };

/**
 * Takes an unpaid order into a payment. An order is in one open payment at most, and this is where that is decided: one
 * that is in another, paid or gone stays as it is.
 */
export function openPayment({ bookingId, paymentId }: OpenPayment, booking: Booking): BookingPaymentOpened[] {
  if (booking.status !== 'unpaid' || booking.paymentId !== undefined) return [];
  const { uid, price: amount } = booking.order;
  return [{ type: 'BookingPaymentOpened', data: { bookingId, uid, paymentId, amount } }];
}
