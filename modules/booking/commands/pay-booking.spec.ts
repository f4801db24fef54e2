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
  bookingRefunded,
  paymentUnmatched,
  toolBooked,
} from '../testing/examples.ts';
import { type PayBooking, payBooking } from './pay-booking.ts';

const pay =
  (but: Partial<PayBooking> = {}) =>
  (state: Booking) =>
    payBooking({ type: 'PayBooking', ...bookingPaid().data, ...but }, state);

describe('paying an order', () => {
  it('makes it paid', () => given(booking, toolBooked()).when(pay()).then(bookingPaid()));

  it('does nothing when the provider says the same again', () => {
    given(booking, toolBooked(), bookingPaid()).when(pay()).thenNothing();
    given(booking, toolBooked(), bookingPaid(), bookingRefunded()).when(pay()).thenNothing();
  });

  it('sends back money that comes a second time', () =>
    given(booking, toolBooked(), bookingPaid())
      .when(pay({ paymentId: 'pi_2' }))
      .then(paymentUnmatched({ paymentId: 'pi_2', because: 'paid before' })));

  it('sends back what comes for an order that costs nothing', () =>
    given(booking, ...bookedForNothing())
      .when(pay())
      .then(paymentUnmatched({ because: 'paid before' })));

  it('sends back another amount, or another currency', () => {
    for (const amount of [
      { amount: 1, currency: 'usd' },
      { amount: 1999, currency: 'eur' },
    ]) {
      given(booking, toolBooked())
        .when(pay({ amount }))
        .then(paymentUnmatched({ amount, because: 'another amount' }));
    }
  });

  it('sends back money for an order that is gone', () => {
    for (const gone of [[toolBooked(), bookingDeleted()], [toolBooked(), bookingExpired()], [bookingAbandoned()]]) {
      given(booking, ...gone)
        .when(pay())
        .then(paymentUnmatched({ because: 'gone' }));
    }
  });

  it('finds no order that never was', () => given(booking).when(pay()).thenThrows(NotFound));
});
