import type { Booking } from '../booking.ts';
import type { BookingPaymentOpened } from '../money/contract.ts';

export type OpenPayment = {
  type: 'OpenPayment';
  bookingId: string;
  paymentId: string;
  /** In how many payments it had been when this one was chosen for it. */
  formerPayments: number;
};

/**
 * Takes an unpaid order into a payment. An order is in one open payment at most, and this is where that is decided: one
 * that is in another, paid or gone stays as it is. So does one that has left a payment meanwhile, which may be this very one: it
 * is left once, and an order that came into it again could be paid by nobody.
 */
export function openPayment(
  { bookingId, paymentId, formerPayments }: OpenPayment,
  booking: Booking,
): BookingPaymentOpened[] {
  if (booking.status !== 'unpaid' || booking.paymentId !== undefined) return [];
  if (booking.formerPayments !== formerPayments) return [];
  const { uid, price: amount } = booking.order;
  return [{ type: 'BookingPaymentOpened', data: { bookingId, uid, paymentId, amount } }];
}
