import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Booking, booking } from '../booking.ts';
import { bookingDeleted, bookingPaid, bookingPersonForgotten, toolBooked } from '../testing/examples.ts';
import { forgetBooker } from './forget-booker.ts';

const forget = (state: Booking) => forgetBooker({ type: 'ForgetBooker', bookingId: 'b1', uid: 'u1' }, state);

describe('forgetting who ordered', () => {
  it('is said of an order whatever has become of it', () => {
    given(booking, toolBooked()).when(forget).then(bookingPersonForgotten());
    given(booking, toolBooked(), bookingPaid()).when(forget).then(bookingPersonForgotten());
    given(booking, toolBooked(), bookingDeleted()).when(forget).then(bookingPersonForgotten());
  });

  it('is not said of what is somebody else’s, or nobody’s', () => {
    given(booking, toolBooked({ uid: 'u2' }))
      .when(forget)
      .thenNothing();
    given(booking).when(forget).thenNothing();
  });
});
