import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { type Booking, booking } from '../booking.ts';
import { packBooking } from '../commands/pack-booking.ts';
import { recordLoss } from '../commands/record-loss.ts';
import { shipBooking } from '../commands/ship-booking.ts';
import type { BookingEvent } from '../events.ts';
import { AllGoesBack } from '../fulfilment/still-owed.ts';
import { bookedForNothing, bookingLossChanged, bookingPaid, bookingRefunded, toolBooked } from '../testing/examples.ts';

const bookingId = 'b1';
const cents = (amount: number) => ({ amount, currency: 'usd' });
const paid = [toolBooked(), bookingPaid()];
const told =
  (change: number, amount = 1999, paymentId = 'p1') =>
  (state: Booking) => {
    const share = { bookingId, uid: 'u1', amount: cents(amount) };
    return recordLoss({ type: 'RecordLoss', paymentId, share, change }, state);
  };
const ship = (state: Booking) =>
  shipBooking({ type: 'ShipBooking', bookingId, by: 'a1', carrier: 'Post', trackingNumber: '1' }, state);
const pack = (state: Booking) => packBooking({ type: 'PackBooking', bookingId, by: 'a1' }, state);
const isSent = (...events: BookingEvent[]) => ship(fold(booking, [...paid, ...events])).length === 1;

describe('money of an order that a bank has taken back', () => {
  it('is recorded once for each change, and not after a later one', () => {
    given(booking, ...paid)
      .when(told(1))
      .then(bookingLossChanged());
    given(booking, ...paid, bookingLossChanged())
      .when(told(1))
      .thenNothing();
    given(booking, ...paid, bookingLossChanged({ change: 2 }))
      .when(told(1, 500))
      .thenNothing();
    given(booking, ...paid, bookingLossChanged())
      .when(told(2, 0))
      .then(bookingLossChanged({ change: 2, amount: cents(0) }));
  });

  it('is none of an order that its money did not pay, or that costs nothing', () => {
    given(booking, ...paid)
      .when(told(1, 1999, 'p2'))
      .thenNothing();
    given(booking, ...bookedForNothing())
      .when(told(1))
      .thenNothing();
    given(booking, toolBooked()).when(told(1)).thenNothing();
    given(booking).when(told(1)).thenNothing();
  });

  it('is nothing any more also where that is told before the loss', () => {
    const won = bookingLossChanged({ change: 2, amount: cents(0) });
    given(booking, ...paid)
      .when(told(2, 0))
      .then(won);
    given(booking, ...paid, won)
      .when(told(1))
      .thenNothing();
  });

  it('keeps the parcel back, until an appeal is won', () => {
    const lost = bookingLossChanged({ change: 2 });
    const won = bookingLossChanged({ change: 4, amount: cents(0) });
    expect(isSent()).toBe(true);
    for (const step of [ship, pack]) {
      given(booking, ...paid, lost)
        .when(step)
        .thenThrows(AllGoesBack, /bank/);
    }
    expect(isSent(lost, won)).toBe(true);
    // As told by somebody who was slower.
    expect(isSent(won, lost)).toBe(true);
  });

  it('keeps it back with what went back, where only both together are all of it', () => {
    const some = bookingLossChanged({ amount: cents(1000) });
    expect(isSent(some)).toBe(true);
    given(booking, ...paid, some, bookingRefunded({ amount: cents(999) }))
      .when(ship)
      .thenThrows(AllGoesBack);
  });
});
