import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { NotFound } from '../../kernel/errors.ts';
import { type Booking, booking } from '../booking.ts';
import {
  bookedForNothing,
  bookingAbandoned,
  bookingDeleted,
  bookingExpired,
  bookingPaid,
  bookingPaymentOpened,
  bookingRefunded,
  paymentUnmatched,
  returnRequested,
  toolBooked,
} from '../testing/examples.ts';
import { type PayBooking, payBooking } from './pay-booking.ts';

const share = { bookingId: 'b1', uid: 'u1', amount: { amount: 1999, currency: 'usd' } };
const arrived = { paymentId: 'p1', intentId: 'pi_1' };
const pay =
  (but: Partial<PayBooking> = {}) =>
  (state: Booking) =>
    payBooking({ type: 'PayBooking', share, ...arrived, fits: true, refundId: 'r1', ...but }, state);

describe('paying an order', () => {
  it('makes it paid', () => given(booking, toolBooked()).when(pay()).then(bookingPaid()));

  it('does so in a payment, and in none', () =>
    given(booking, toolBooked(), bookingPaymentOpened()).when(pay()).then(bookingPaid()));

  it('does nothing when the provider says the same again', () => {
    given(booking, toolBooked(), bookingPaid()).when(pay()).thenNothing();
    given(booking, toolBooked(), bookingPaid(), bookingRefunded()).when(pay()).thenNothing();
  });

  it('owes money back that comes a second time', () =>
    given(booking, toolBooked(), bookingPaid())
      .when(pay({ paymentId: 'p2' }))
      .then(paymentUnmatched({ paymentId: 'p2', because: 'paid before' }), returnRequested({ paymentId: 'p2' })));

  it('owes back what the same payment brings a second time', () =>
    given(booking, toolBooked(), bookingPaid())
      .when(pay({ fits: false }))
      .then(paymentUnmatched({ because: 'paid before' }), returnRequested()));

  it('owes back what comes for an order that costs nothing', () =>
    given(booking, ...bookedForNothing())
      .when(pay())
      .then(paymentUnmatched({ because: 'paid before' }), returnRequested()));

  it('owes back another amount, or another currency', () => {
    for (const amount of [
      { amount: 1, currency: 'usd' },
      { amount: 1999, currency: 'eur' },
    ]) {
      given(booking, toolBooked())
        .when(pay({ share: { ...share, amount } }))
        .then(paymentUnmatched({ amount, because: 'another amount' }), returnRequested({ amount }));
    }
  });

  it('owes back the right amount of a payment that brought too little for all of its orders', () =>
    given(booking, toolBooked())
      .when(pay({ fits: false }))
      .then(paymentUnmatched({ because: 'another amount' }), returnRequested()));

  it('owes back money for an order that is gone', () => {
    for (const gone of [[toolBooked(), bookingDeleted()], [toolBooked(), bookingExpired()], [bookingAbandoned()]]) {
      given(booking, ...gone)
        .when(pay())
        .then(paymentUnmatched({ because: 'gone' }), returnRequested());
    }
  });

  it('owes it once, however often it is told', () => {
    const before = [toolBooked(), bookingDeleted(), paymentUnmatched(), returnRequested()];
    given(booking, ...before)
      .when(pay())
      .thenNothing();
    given(booking, ...before, bookingRefunded({ unmatched: true }))
      .when(pay())
      .thenNothing();
  });

  it('finds no order that never was', () => given(booking).when(pay()).thenThrows(NotFound));
});
