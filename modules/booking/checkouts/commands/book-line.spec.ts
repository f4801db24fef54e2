import { describe, it } from 'vitest';
import { given } from '../../../../backend/testing/given.ts';
import { type Booking, booking } from '../../booking.ts';
import { bookingAbandoned, bookingDeleted, toolBooked, toolBookedTogether } from '../../testing/examples.ts';
import { bookLine } from './book-line.ts';

const line = (state: Booking) => bookLine({ type: 'BookTool', ...toolBookedTogether().data }, state);

describe('an order of a checkout that was placed', () => {
  it('comes', () => given(booking).when(line).then(toolBookedTogether()));

  it('comes once, whatever has become of it', () => {
    given(booking, toolBookedTogether()).when(line).thenNothing();
    given(booking, toolBooked(), bookingDeleted()).when(line).thenNothing();
  });

  it('stays away, and refuses nothing, where it was closed before it came', () =>
    given(booking, bookingAbandoned()).when(line).thenNothing());
});
