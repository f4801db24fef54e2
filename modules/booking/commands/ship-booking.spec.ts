import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { type Booking, booking } from '../booking.ts';
import * as examples from '../testing/examples.ts';
import { DeliveredAlready, type ShipBooking, ShippedOtherwise, shipBooking } from './ship-booking.ts';

const { bookingShipped, bookingDelivered } = examples;
const paid = [examples.toolBooked(), examples.bookingPaid()];
const shipAs = (trackingNumber: string, seen?: ShipBooking['seen']) => (state: Booking) => {
  const parcel = { carrier: 'Sundarban Courier', trackingNumber };
  return shipBooking({ type: 'ShipBooking', bookingId: 'b1', by: 'a1', ...parcel, seen }, state);
};

describe('an order that two admins ship', () => {
  it('is not told another number by somebody who was shown another, or none', () => {
    const shown = { carrier: 'Sundarban Courier', trackingNumber: 'SB 123' };
    const shipped = [...paid, bookingShipped()];
    given(booking, ...paid)
      .when(shipAs('SB 123', {}))
      .then(bookingShipped());
    for (const other of [{}, { ...shown, trackingNumber: 'SB 122' }, { ...shown, carrier: 'Rail' }]) {
      given(booking, ...shipped)
        .when(shipAs('SB 124', other))
        .thenThrows(ShippedOtherwise);
      // Who says the same takes nothing away.
      given(booking, ...shipped)
        .when(shipAs('SB 123', other))
        .thenNothing();
    }
    given(booking, ...shipped)
      .when(shipAs('SB 124', shown))
      .then(examples.shippingCorrected());
    given(booking, ...shipped, bookingDelivered())
      .when(shipAs('SB 124', shown))
      .thenThrows(DeliveredAlready);
  });
});
