import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict } from '../../kernel/errors.ts';
import { type Booking, booking } from '../booking.ts';
import { NothingToRefund } from '../commands/request-refund.ts';
import { shipBooking } from '../commands/ship-booking.ts';
import { AllGoesBack } from '../fulfilment/still-owed.ts';
import {
  bookingRefundBegun,
  bookingRefunded,
  bookingRefundFailed,
  refundedElsewhere,
  refundRequested,
  refundRetried,
  refundSettled,
} from '../testing/examples.ts';
import { bookingId, cents, outcome, paid, request, settle } from '../testing/refunding.ts';

describe('a refund', () => {
  it('is recorded when somebody made it in the provider’s own dashboard', () =>
    given(booking, ...paid)
      .when(outcome('re_9:b1', 'succeeded', 700))
      .then(bookingRefunded({ refundId: 're_9:b1', amount: cents(700), kept: cents(1299) })));

  it('that somebody began in the provider’s own dashboard counts as gone while it is on its way, and keeps the parcel back', () => {
    const begun = [...paid, bookingRefundBegun({ refundId: 're_9:b1' })];
    const ship = (state: Booking) =>
      shipBooking({ type: 'ShipBooking', bookingId, by: 'a1', carrier: 'Post', trackingNumber: '1' }, state);
    given(booking, ...paid)
      .when(outcome('re_9:b1', 'pending'))
      .then(bookingRefundBegun({ refundId: 're_9:b1' }));
    given(booking, ...begun)
      .when(ship)
      .thenThrows(AllGoesBack);
    given(booking, ...begun)
      .when(request({ amount: cents(1) }))
      .thenThrows(NothingToRefund);
    const failed = bookingRefundFailed({ refundId: 're_9:b1' });
    given(booking, ...begun)
      .when(outcome('re_9:b1', 'failed'))
      .then(failed);
    expect(ship(fold(booking, [...begun, failed]))).toHaveLength(1);
  });

  it('is told to be on its way once, and not after it was told what became of it', () => {
    for (const known of [refundRequested(), bookingRefundBegun(), bookingRefunded(), bookingRefundFailed()]) {
      given(booking, ...paid, known)
        .when(outcome('r1', 'pending'))
        .thenNothing();
    }
  });

  it('is told to be on its way after all, where the provider refused it and made it all the same, once', () => {
    const refused = [...paid, refundRequested(), bookingRefundFailed()];
    const afterAll = outcome('r1', 'pending', 1999, 'p1', true);
    given(booking, ...refused)
      .when(afterAll)
      .then(bookingRefundBegun());
    given(booking, ...refused, bookingRefundBegun())
      .when(afterAll)
      .thenNothing();
    given(booking, ...refused, bookingRefundBegun())
      .when(settle('r1', 'elsewhere'))
      .thenThrows(Conflict, /has not failed/);
    given(booking, ...refused, refundSettled())
      .when(afterAll)
      .thenNothing();
    given(booking, ...paid, refundRequested(), bookingRefunded())
      .when(afterAll)
      .thenNothing();
  });

  it('that the provider made after all, when it had been given back in another way, counts twice: the money is gone twice', () =>
    given(booking, ...paid, refundRequested(), bookingRefundFailed(), refundSettled(), refundedElsewhere())
      .when(outcome('r1', 'succeeded'))
      .then(bookingRefunded({ kept: cents(-1999) })));

  it('has failed once, however often it is told', () => {
    given(booking, ...paid, refundRequested(), bookingRefundFailed())
      .when(outcome('r1', 'failed'))
      .thenNothing();
    given(booking, ...paid, refundRequested(), bookingRefundFailed(), refundRetried())
      .when(outcome('r1', 'failed'))
      .then(bookingRefundFailed());
  });
});
