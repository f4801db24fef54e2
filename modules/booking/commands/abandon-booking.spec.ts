import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Booking, booking } from '../booking.ts';
import { bookingAbandoned, bookingDeleted, toolBooked } from '../testing/examples.ts';
import { abandonBooking } from './abandon-booking.ts';

const abandon = (state: Booking) => abandonBooking({ type: 'AbandonBooking', bookingId: 'b1', toolId: 't1' }, state);

describe('giving up an order that never came', () => {
  it('closes it, so that it cannot come later', () => given(booking).when(abandon).then(bookingAbandoned()));

  it('leaves one that did come', () => given(booking, toolBooked()).when(abandon).thenNothing());

  it('does nothing to one that is gone already', () => {
    given(booking, bookingAbandoned()).when(abandon).thenNothing();
    given(booking, toolBooked(), bookingDeleted()).when(abandon).thenNothing();
  });
});
