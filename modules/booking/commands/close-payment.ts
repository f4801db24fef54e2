import type { Booking } from '../booking.ts';
import type { BookingPaymentClosed } from '../money/contract.ts';
import { leavePayment } from './leave-payment.ts';

export type ClosePayment = { type: 'ClosePayment'; bookingId: string; paymentId: string };

/** Frees an order for another payment, once the provider has cancelled the one that it is in. */
export function closePayment({ paymentId }: ClosePayment, booking: Booking): BookingPaymentClosed[] {
  const isIn = booking.status === 'unpaid' && booking.paymentId === paymentId;
  return isIn ? leavePayment(booking, paymentId) : [];
}
