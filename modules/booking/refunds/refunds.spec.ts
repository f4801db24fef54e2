import { describe, expect, it } from 'vitest';
import { given } from '../../../backend/testing/given.ts';
import { fold } from '../../kernel/aggregate.ts';
import { Conflict, NotFound } from '../../kernel/errors.ts';
import { booking } from '../booking.ts';
import { NothingToRefund, type RequestRefund } from '../commands/request-refund.ts';
import type { BookingEvent } from '../events.ts';
import {
  bookedForNothing,
  bookingDeleted,
  bookingLossChanged,
  bookingRefunded,
  bookingRefundFailed,
  refundRequested,
  toolBooked,
} from '../testing/examples.ts';
import { cents, paid, request, retry } from '../testing/refunding.ts';

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
});
