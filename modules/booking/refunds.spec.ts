import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { given } from '../../backend/testing/given.ts';
import { fold } from '../kernel/aggregate.ts';
import { Conflict, NotFound, Refusal } from '../kernel/errors.ts';
import { type Booking, booking } from './booking.ts';
import { payBooking } from './commands/pay-booking.ts';
import { recordRefund, standsIn } from './commands/record-refund.ts';
import { NothingToRefund, type RequestRefund, requestRefund } from './commands/request-refund.ts';
import { retryRefund } from './commands/retry-refund.ts';
import { settleRefund } from './commands/settle-refund.ts';
import { shipBooking } from './commands/ship-booking.ts';
import type { BookingEvent } from './events.ts';
import type { RefundOutcome, SettledHow } from './money/contract.ts';
import { AllGoesBack } from './still-owed.ts';
import {
  bookedForNothing,
  bookingDeleted,
  bookingLossChanged,
  bookingPaid,
  bookingRefundBegun,
  bookingRefunded,
  bookingRefundFailed,
  paymentUnmatched,
  refundedElsewhere,
  refundRequested,
  refundRetried,
  refundSettled,
  returnRequested,
  toolBooked,
  unmatchedNotOwed,
  unmatchedRefundFailed,
} from './testing/examples.ts';

const bookingId = 'b1';
const cents = (amount: number) => ({ amount, currency: 'usd' });
const request =
  (but: Partial<RequestRefund> = {}) =>
  (state: Booking) => {
    const usual = { refundId: 'r1', bookingId, reason: 'It is bent.', restock: 0, by: 'a1' };
    return requestRefund({ type: 'RequestRefund', ...usual, ...but }, state);
  };
const retry = (refundId: string) => (state: Booking) =>
  retryRefund({ type: 'RetryRefund', bookingId, refundId, by: 'a2' }, state);
const settle = (refundId: string, how: SettledHow) => (state: Booking) =>
  settleRefund({ type: 'SettleRefund', bookingId, refundId, how, note: 'By a transfer.', by: 'a1' }, state);
const outcome =
  (refundId: string, became: RefundOutcome['state'], amount = 1999, paymentId = 'p1', isAfterAll = false) =>
  (state: Booking) => {
    const share = { bookingId, uid: 'u1', amount: cents(amount) };
    const after = isAfterAll ? ({ isAfterAll } as const) : {};
    const stood = standsIn(state, refundId);
    return recordRefund({ type: 'RecordRefund', refundId, paymentId, share, state: became, ...after, stood }, state);
  };
const paid = [toolBooked({ quantity: 3 }), bookingPaid()];

describe('a refund', () => {
  it('is of all that is left when no amount is said', () => {
    given(booking, ...paid)
      .when(request())
      .then(refundRequested());
    given(booking, ...paid, refundRequested({ amount: cents(500) }))
      .when(request({ refundId: 'r2' }))
      .then(refundRequested({ refundId: 'r2', amount: cents(1499) }));
  });

  it('is never of more than was received, less what went back or is on its way', () => {
    given(booking, ...paid)
      .when(request({ amount: cents(2000) }))
      .thenThrows(Conflict, /^Only \$19\.99 can go back/);
    given(booking, ...paid, bookingRefunded({ amount: cents(1900) }))
      .when(request({ refundId: 'r2', amount: cents(100) }))
      .thenThrows(Conflict, /^Only \$0\.99 can go back/);
    given(booking, ...paid, refundRequested())
      .when(request({ refundId: 'r2' }))
      .thenThrows(Conflict, /on its way/);
    given(booking, ...paid, refundRequested(), bookingRefundFailed())
      .when(request({ refundId: 'r2' }))
      .then(refundRequested({ refundId: 'r2' }));
  });

  it('is never of what a bank has taken for good, also when it is tried again', () => {
    const lost = bookingLossChanged({ amount: cents(1500) });
    given(booking, ...paid, lost)
      .when(request())
      .then(refundRequested({ amount: cents(499) }));
    given(booking, ...paid, lost)
      .when(request({ amount: cents(500) }))
      .thenThrows(Conflict, /^Only \$4\.99 can go back/);
    given(booking, ...paid, bookingLossChanged({ amount: cents(1999) }))
      .when(request())
      .thenThrows(NothingToRefund, /taken back by the bank/);
    given(booking, ...paid, refundRequested(), bookingRefundFailed(), lost)
      .when(retry('r1'))
      .thenThrows(Conflict, /dispute/);
    const won = bookingLossChanged({ amount: cents(0), change: 2 });
    given(booking, ...paid, lost, won)
      .when(request())
      .then(refundRequested());
  });

  it('brings back no more pieces than the order has out', () => {
    given(booking, ...paid)
      .when(request({ amount: cents(1), restock: 4 }))
      .thenThrows(Conflict, /Only 3 of its pieces/);
    given(booking, ...paid, refundRequested({ amount: cents(1), restock: 2 }), bookingRefundFailed())
      .when(request({ refundId: 'r2', amount: cents(1), restock: 2 }))
      .thenThrows(Conflict, /Only 1 of its pieces/);
  });

  it('names the field in which more was asked for than there is', () => {
    const state = fold(booking, paid);
    const refused = (but: Partial<RequestRefund>) => {
      try {
        return request(but)(state);
      } catch (error) {
        return error;
      }
    };
    const message = 'Only 3 of its pieces can go back to the shelf.';
    expect(refused({ restock: 4 })).toMatchObject({ errors: [{ path: 'restock', message }] });
    expect(refused({ amount: cents(2000) })).toMatchObject({ errors: [{ path: 'amount' }] });
  });

  it('is of an order that money was received for', () => {
    given(booking, toolBooked())
      .when(request())
      .thenThrows(Conflict, /Nothing has been paid/);
    given(booking, ...bookedForNothing())
      .when(request())
      .thenThrows(Conflict, /Nothing has been paid/);
    given(booking, toolBooked(), bookingDeleted()).when(request()).thenThrows(NotFound);
    given(booking).when(request()).thenThrows(NotFound);
  });

  it('makes an order refunded only when all went back, and paid again when some of it did not', () => {
    const status = (...events: BookingEvent[]) => fold(booking, [...paid, ...events]).status;
    const half = (refundId: string) => bookingRefunded({ refundId, amount: cents(refundId === 'r1' ? 999 : 1000) });
    expect(status(refundRequested())).toBe('paid');
    expect(status(half('r1'))).toBe('paid');
    expect(status(half('r1'), half('r2'))).toBe('refunded');
    expect(status(half('r1'), half('r2'), bookingRefundFailed({ wasRefunded: true }))).toBe('paid');
  });

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

  it('of money that fitted no order can be tried again whatever the order has left, since it is none of its money', () => {
    const failed = [paymentUnmatched(), returnRequested(), unmatchedRefundFailed()];
    const again = returnRequested({ by: 'a2', again: true });
    given(booking, toolBooked(), bookingDeleted(), ...failed)
      .when(retry('r1'))
      .then(again);
    given(booking, ...paid, bookingRefunded({ refundId: 'r2' }), ...failed)
      .when(retry('r1'))
      .then(again);
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

  it('of money that fitted no order is owed again, where what the dashboard had given back of it comes back', () => {
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

const ids = ['r1', 'r2', 'r3'];
const messages: Record<string, (state: Booking) => BookingEvent[]> = {
  payAgain: (state) => {
    const share = { bookingId, uid: 'u1', amount: cents(1999) };
    return payBooking({ type: 'PayBooking', share, paymentId: 'p2', fits: true, refundId: 'return' }, state);
  },
  returned: outcome('return', 'succeeded', 1999, 'p2'),
  notReturned: outcome('return', 'failed', 1999, 'p2'),
  returnAgain: retry('return'),
  returnedElsewhere: settle('return', 'elsewhere'),
  notOwed: settle('return', 'not owed'),
};
for (const [nth, id] of ids.entries()) {
  for (const restock of [0, 2])
    messages[`request ${id}, ${restock}`] = request({ refundId: id, amount: cents(500 * (nth + 1)), restock });
  messages[`retry ${id}`] = retry(id);
  messages[`elsewhere ${id}`] = settle(id, 'elsewhere');
  messages[`not owed ${id}`] = settle(id, 'not owed');
  for (const became of ['pending', 'succeeded', 'failed'] as const) {
    messages[`${became} ${id}`] = (state) => {
      const known = state.status !== 'none' && state.refunds.has(id);
      return known ? outcome(id, became, 500 * (nth + 1))(state) : [];
    };
  }
}

describe('the money of an order', () => {
  it('adds up, whatever is asked and whatever the provider says, in whatever order', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(messages)), { maxLength: 40 }), (names) => {
        const events: BookingEvent[] = [...paid];
        const owed = new Map<string, number>();
        const back = new Map<string, number>();
        const elsewhere = new Map<string, number>();
        let pieces = 0;
        for (const name of names) {
          const decided = attempted(() => messages[name]?.(fold(booking, events)) ?? []);
          for (const { type, data } of decided) {
            if (type === 'RefundRequested') {
              owed.set(data.refundId, data.unmatched ? 0 : data.amount.amount);
              pieces += data.restock;
            }
            if (type === 'BookingRefunded') {
              expect((data.elsewhere ? elsewhere : back).has(data.refundId)).toBe(false);
              (data.elsewhere ? elsewhere : back).set(data.refundId, data.unmatched ? 0 : data.amount.amount);
            }
            if (type === 'BookingRefundFailed') {
              expect(data.wasRefunded).toBe(back.has(data.refundId));
              owed.delete(data.refundId);
              back.delete(data.refundId);
            }
          }
          events.push(...decided);
          const state = fold(booking, events);
          const sum = (of: ReadonlyMap<string, number>) => [...of.values()].reduce((total, each) => total + each, 0);
          // A refund that failed for the provider's first word may succeed for its last one; asked is asked for.
          const given = sum(back) + sum(elsewhere);
          if (!names.some((each) => each.startsWith('succeeded'))) {
            expect(sum(owed) + sum(elsewhere)).toBeLessThanOrEqual(1999);
          }
          expect(pieces).toBeLessThanOrEqual(3);
          expect(state.status).toBe(given >= 1999 ? 'refunded' : 'paid');
          for (const { data } of decided) if ('kept' in data) expect(data.kept).toEqual(cents(1999 - given));
        }
      }),
      { numRuns: 2_000 },
    ));
});

function attempted(decide: () => BookingEvent[]): BookingEvent[] {
  try {
    return decide();
  } catch (reason) {
    expect(reason).toBeInstanceOf(Refusal);
    return [];
  }
}
