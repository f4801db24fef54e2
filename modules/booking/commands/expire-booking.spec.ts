import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Booking, booking } from '../booking.ts';
import { bookingDeleted, bookingExpired, bookingPaid, toolBooked } from '../testing/examples.ts';
import { expireBooking } from './expire-booking.ts';

const expire = (state: Booking) => expireBooking({ type: 'ExpireBooking', bookingId: 'b1' }, state);

describe('letting an order expire', () => {
  it('ends an unpaid one', () => given(booking, toolBooked()).when(expire).then(bookingExpired()));

  it('leaves one that was paid meanwhile', () =>
    given(booking, toolBooked(), bookingPaid()).when(expire).thenNothing());

  it('does nothing to one that is gone, or never was', () => {
    given(booking, toolBooked(), bookingDeleted()).when(expire).thenNothing();
    given(booking, toolBooked(), bookingExpired()).when(expire).thenNothing();
    given(booking).when(expire).thenNothing();
  });
});
