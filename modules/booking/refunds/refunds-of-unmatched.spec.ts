import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict } from '../../kernel/errors.ts';
import { booking } from '../booking.ts';
import {
  bookingDeleted,
  bookingRefundBegun,
  bookingRefunded,
  bookingRefundFailed,
  paymentUnmatched,
  refundedElsewhere,
  refundRetried,
  refundSettled,
  returnRequested,
  toolBooked,
  unmatchedNotOwed,
  unmatchedRefundFailed,
} from '../testing/examples.ts';
import { cents, paid, retry, settle } from '../testing/refunding.ts';

describe('a refund', () => {
  it('of money that fitted no order can be tried again whatever the order has left, since it is none of its money', () => {
    const failed = [paymentUnmatched(), returnRequested(), unmatchedRefundFailed()];
    const again = returnRequested({ by: 'a2', again: true, intentId: undefined });
    given(booking, toolBooked(), bookingDeleted(), ...failed)
      .when(retry('r1'))
      .then(again);
    given(booking, ...paid, bookingRefunded({ refundId: 'r2' }), ...failed)
      .when(retry('r1'))
      .then(again);
  });

  it('of money that fitted no order changes nothing of the order, whichever way it was seen to', () => {
    const failed = [...paid, paymentUnmatched(), returnRequested(), unmatchedRefundFailed()];
    const back = refundedElsewhere({ unmatched: true, kept: cents(1999) });
    given(booking, ...failed)
      .when(settle('r1', 'elsewhere'))
      .then(refundSettled({ unmatched: true }), back);
    given(booking, ...failed)
      .when(settle('r1', 'not owed'))
      .then(unmatchedNotOwed());
    expect(fold(booking, [...failed, refundSettled({ unmatched: true }), back]).status).toBe('paid');
  });

  it('of money that fitted no order is of what is left of it, where the dashboard has given some of it back', () => {
    const failed = [...paid, paymentUnmatched(), returnRequested(), unmatchedRefundFailed()];
    const begun = bookingRefundBegun({ refundId: 're_1:b1', unmatched: true, amount: cents(1500) });
    given(booking, ...failed, begun)
      .when(settle('r1', 'elsewhere'))
      .thenThrows(Conflict, /is not owed any more/);
    given(booking, ...failed, begun)
      .when(retry('r1'))
      .thenThrows(Conflict, /is not owed any more/);
    given(booking, ...failed, begun)
      .when(settle('r1', 'not owed'))
      .then(refundSettled({ unmatched: true, how: 'not owed', amount: cents(499) }));
    const ofAnother = bookingRefundBegun({ refundId: 're_2:b1', unmatched: true, paymentId: 'p9' });
    given(booking, ...failed, ofAnother)
      .when(settle('r1', 'not owed'))
      .then(unmatchedNotOwed());
  });

  it('of money that fitted no order is owed again, where what the dashboard had given back of it comes back, until that was seen to', () => {
    const dashboards = { refundId: 're_1:b1', unmatched: true, amount: cents(1500) } as const;
    const seenTo = [
      ...[...paid, paymentUnmatched(), returnRequested(), unmatchedRefundFailed(), bookingRefundBegun(dashboards)],
      refundSettled({ unmatched: true, how: 'not owed', amount: cents(499) }),
      bookingRefundFailed(dashboards),
    ];
    given(booking, ...seenTo)
      .when(settle('re_1:b1', 'not owed'))
      .then(refundSettled({ ...dashboards, how: 'not owed' }));
    given(booking, ...seenTo)
      .when(retry('re_1:b1'))
      .then(refundRetried({ ...dashboards, reason: '', by: 'a2' }));
    const another = { ...dashboards, refundId: 're_2:b1', amount: cents(500) } as const;
    const allSeenTo = [...seenTo, refundSettled({ ...dashboards, how: 'not owed' })];
    given(booking, ...allSeenTo, bookingRefundBegun(another), bookingRefundFailed(another))
      .when(retry('re_2:b1'))
      .thenThrows(Conflict, /is not owed any more/);
  });
});
