import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict, NotFound } from '../../kernel/errors.ts';
import { booking } from '../booking.ts';
import { NothingToRefund } from '../commands/request-refund.ts';
import type { BookingEvent } from '../events.ts';
import {
  bookingLossChanged,
  bookingRefunded,
  bookingRefundFailed,
  refundedElsewhere,
  refundRequested,
  refundSettled,
} from '../testing/examples.ts';
import { cents, paid, request, retry, settle } from '../testing/refunding.ts';

describe('a refund', () => {
  it('that has failed can be tried again, once it has, and as long as there is so much left', () => {
    given(booking, ...paid, refundRequested({ restock: 1 }), bookingRefundFailed())
      .when(retry('r1'))
      .then(refundRequested({ by: 'a2', again: true }));
    given(booking, ...paid, refundRequested())
      .when(retry('r1'))
      .thenThrows(Conflict, /has not failed/);
    given(booking, ...paid, refundRequested(), bookingRefundFailed(), bookingRefunded({ refundId: 'r2' }))
      .when(retry('r1'))
      .thenThrows(Conflict, /Other refunds/);
    given(booking, ...paid)
      .when(retry('r1'))
      .thenThrows(NotFound);
  });

  it('that has failed counts as given back once it was given back in another way, and keeps the parcel back', () => {
    const failed = [...paid, refundRequested(), bookingRefundFailed()];
    const elsewhere = [refundSettled(), refundedElsewhere()] as const;
    given(booking, ...failed)
      .when(settle('r1', 'elsewhere'))
      .then(...elsewhere);
    expect(fold(booking, [...failed, ...elsewhere]).status).toBe('refunded');
    given(booking, ...failed, ...elsewhere)
      .when(request({ refundId: 'r2' }))
      .thenThrows(NothingToRefund);
    const part = { refundId: 'r2', amount: cents(500) };
    given(booking, ...paid, bookingRefunded({ amount: cents(1000) }), refundRequested(part), bookingRefundFailed(part))
      .when(settle('r2', 'elsewhere'))
      .then(refundSettled(part), refundedElsewhere({ ...part, kept: cents(499) }));
  });

  it('that has failed and is not owed leaves the order as it is, and its money to be given back anew', () => {
    const notOwed = refundSettled({ how: 'not owed' });
    const failed = [...paid, refundRequested(), bookingRefundFailed()];
    given(booking, ...failed)
      .when(settle('r1', 'not owed'))
      .then(notOwed);
    expect(fold(booking, [...failed, notOwed]).status).toBe('paid');
    given(booking, ...failed, notOwed)
      .when(request({ refundId: 'r2' }))
      .then(refundRequested({ refundId: 'r2' }));
  });

  it('is seen to once, after it has failed, and not tried again then', () => {
    given(booking, ...paid, refundRequested())
      .when(settle('r1', 'elsewhere'))
      .thenThrows(Conflict, /has not failed/);
    given(booking, ...paid, bookingRefunded())
      .when(settle('r1', 'not owed'))
      .thenThrows(Conflict, /has not failed/);
    given(booking, ...paid)
      .when(settle('r1', 'elsewhere'))
      .thenThrows(NotFound);
    const failed = [...paid, refundRequested(), bookingRefundFailed()];
    const ways: BookingEvent[][] = [[refundSettled(), refundedElsewhere()], [refundSettled({ how: 'not owed' })]];
    for (const seenTo of ways) {
      for (const again of [settle('r1', 'elsewhere'), settle('r1', 'not owed'), retry('r1')]) {
        given(booking, ...failed, ...seenTo)
          .when(again)
          .thenThrows(Conflict, /has seen to this refund already/);
      }
    }
  });

  it('was not given back in another way where other refunds or a dispute have used it up: it is not owed', () => {
    const failed = [...paid, refundRequested(), bookingRefundFailed()];
    for (const gone of [
      refundRequested({ refundId: 'r2', amount: cents(1) }),
      bookingLossChanged({ amount: cents(1) }),
    ]) {
      given(booking, ...failed, gone)
        .when(settle('r1', 'elsewhere'))
        .thenThrows(Conflict, /is not owed any more/);
      given(booking, ...failed, gone)
        .when(settle('r1', 'not owed'))
        .then(refundSettled({ how: 'not owed' }));
    }
  });
});
