import { NotFound } from '../../kernel/errors.ts';
import { type Money, sameMoney } from '../../kernel/money.ts';
import type { Booking, Payment } from '../booking.ts';
import type { PaymentUnmatched } from '../contract.ts';
import type { BookingPaid } from '../events.ts';

export type PayBooking = { type: 'PayBooking'; bookingId: string; paymentId: string; amount: Money };

/** Takes the provider's word that money arrived. Money that fits no order is recorded too, so that it goes back. */
export function payBooking(command: PayBooking, booking: Booking): (BookingPaid | PaymentUnmatched)[] {
  const { type: _, ...payment } = command;
  const unmatched = (because: PaymentUnmatched['data']['because']): PaymentUnmatched[] => [
    { type: 'PaymentUnmatched', data: { ...payment, because } },
  ];
  switch (booking.status) {
    case 'none':
      throw new NotFound('There is no such order.');
    case 'unpaid':
      if (!sameMoney(booking.order.price, payment.amount)) return unmatched('another amount');
      return [{ type: 'BookingPaid', data: payment }];
    case 'paid':
    case 'refunded':
      return isSame(booking.payment, payment.paymentId) ? [] : unmatched('paid before');
    case 'gone':
      return unmatched('gone');
  }
}

function isSame(payment: Payment, paymentId: string): boolean {
  return 'paymentId' in payment && payment.paymentId === paymentId;
}
