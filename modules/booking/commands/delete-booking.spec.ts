import { describe, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { Conflict, NotFound } from '../../kernel/errors.ts';
import { type Booking, booking } from '../booking.ts';
import {
  bookedForNothing,
  bookingDeleted,
  bookingDelivered,
  bookingExpired,
  bookingPacked,
  bookingPaid,
  bookingPaymentClosed,
  bookingPaymentOpened,
  bookingRefunded,
  bookingShipped,
  paymentUnmatched,
  toolBooked,
} from '../testing/examples.ts';
import { deleteBooking, OnItsWay } from './delete-booking.ts';
import { StillInPayment } from './leave-payment.ts';

const remove = (state: Booking) => removeAfter(undefined)(state);
const removeAfter = (cancelled: string | undefined) => (state: Booking) =>
  deleteBooking({ type: 'DeleteBooking', bookingId: 'b1', by: 'u1', cancelled }, state);

describe('deleting an order', () => {
  it('takes back an unpaid one', () => given(booking, toolBooked()).when(remove).then(bookingDeleted()));

  it('takes back one that was paid with another amount, which goes back', () =>
    given(booking, toolBooked(), paymentUnmatched({ because: 'another amount' }))
      .when(remove)
      .then(bookingDeleted()));

  it('takes back one that costs nothing, though it is paid', () => {
    given(booking, ...bookedForNothing())
      .when(remove)
      .then(bookingDeleted({ amount: { amount: 0, currency: 'usd' } }));
    given(booking, ...bookedForNothing(), bookingDeleted())
      .when(remove)
      .thenNothing();
  });

  it('leaves one that costs nothing to an admin once it is packed, and to nobody once it was shipped', () => {
    const free = bookedForNothing();
    const removeAsAdmin = (state: Booking) =>
      deleteBooking({ type: 'DeleteBooking', bookingId: 'b1', by: 'a1', byAdmin: true }, state);
    const deleted = bookingDeleted({ amount: { amount: 0, currency: 'usd' }, by: 'a1' });
    given(booking, ...free, bookingPacked())
      .when(remove)
      .thenThrows(OnItsWay, /is packed already/);
    given(booking, ...free, bookingPacked())
      .when(removeAsAdmin)
      .then(deleted);
    for (const shipped of [[bookingShipped()], [bookingShipped(), bookingDelivered()]]) {
      for (const by of [remove, removeAsAdmin]) {
        given(booking, ...free, ...shipped)
          .when(by)
          .thenThrows(OnItsWay, /was shipped/);
      }
    }
  });

  it('leaves a payment first, and only one that was cancelled', () => {
    given(booking, toolBooked(), bookingPaymentOpened())
      .when(removeAfter('p1'))
      .then(bookingPaymentClosed(), bookingDeleted());
    given(booking, toolBooked(), bookingPaymentOpened()).when(remove).thenThrows(StillInPayment);
    given(booking, toolBooked(), bookingPaymentOpened()).when(removeAfter('p0')).thenThrows(StillInPayment);
    given(booking, toolBooked(), bookingPaymentOpened(), bookingPaymentClosed()).when(remove).then(bookingDeleted());
  });

  it('refuses once it is paid, also when it was refunded', () => {
    given(booking, toolBooked(), bookingPaid())
      .when(remove)
      .thenThrows(Conflict, /ask for a refund/);
    given(booking, toolBooked(), bookingPaid(), bookingRefunded()).when(remove).thenThrows(Conflict);
  });

  it('does nothing the second time, or when it has expired', () => {
    given(booking, toolBooked(), bookingDeleted()).when(remove).thenNothing();
    given(booking, toolBooked(), bookingExpired()).when(remove).thenNothing();
  });

  it('finds no order that never was', () => given(booking).when(remove).thenThrows(NotFound));
});
