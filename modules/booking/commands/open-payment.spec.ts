import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Booking, booking } from '../booking.ts';
import { bookingPaid, bookingPaymentClosed, bookingPaymentOpened, toolBooked } from '../testing/examples.ts';
import { openPayment } from './open-payment.ts';

const open =
  (formerPayments: number, paymentId = 'p1') =>
  (state: Booking) =>
    openPayment({ type: 'OpenPayment', bookingId: 'b1', paymentId, formerPayments }, state);

describe('bringing an order into a payment', () => {
  it('is done while it is in none', () => given(booking, toolBooked()).when(open(0)).then(bookingPaymentOpened()));

  it('does nothing while it is in one, or paid', () => {
    given(booking, toolBooked(), bookingPaymentOpened()).when(open(0, 'p2')).thenNothing();
    given(booking, toolBooked(), bookingPaid()).when(open(0)).thenNothing();
  });

  it('does nothing once it has left one since: that may be the one that it would come into', () => {
    const left = [toolBooked(), bookingPaymentOpened(), bookingPaymentClosed()] as const;
    given(booking, ...left)
      .when(open(0))
      .thenNothing();
    given(booking, ...left)
      .when(open(1, 'p2'))
      .then(bookingPaymentOpened({ paymentId: 'p2' }));
  });
});
