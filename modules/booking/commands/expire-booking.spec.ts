import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Booking, booking } from '../booking.ts';
import {
  bookingDeleted,
  bookingExpired,
  bookingPaid,
  bookingPaymentClosed,
  bookingPaymentOpened,
  toolBooked,
} from '../testing/examples.ts';
import { expireBooking } from './expire-booking.ts';
import { StillInPayment } from './leave-payment.ts';

const expire = (state: Booking) => expireAfter(undefined)(state);
const expireAfter = (cancelled: string | undefined) => (state: Booking) =>
  expireBooking({ type: 'ExpireBooking', bookingId: 'b1', cancelled }, state);

describe('letting an order expire', () => {
  it('ends an unpaid one', () => given(booking, toolBooked()).when(expire).then(bookingExpired()));

  it('leaves a payment first, and only one that was cancelled', () => {
    given(booking, toolBooked(), bookingPaymentOpened())
      .when(expireAfter('p1'))
      .then(bookingPaymentClosed(), bookingExpired());
    given(booking, toolBooked(), bookingPaymentOpened()).when(expire).thenThrows(StillInPayment);
  });

  it('leaves one that was paid meanwhile', () =>
    given(booking, toolBooked(), bookingPaid()).when(expire).thenNothing());

  it('does nothing to one that is gone, or never was', () => {
    given(booking, toolBooked(), bookingDeleted()).when(expire).thenNothing();
    given(booking, toolBooked(), bookingExpired()).when(expire).thenNothing();
    given(booking).when(expire).thenNothing();
  });
});
