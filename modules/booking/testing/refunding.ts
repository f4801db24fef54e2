import type { Booking } from '../booking.ts';
import { recordRefund, standsIn } from '../commands/record-refund.ts';
import { type RequestRefund, requestRefund } from '../commands/request-refund.ts';
import { retryRefund } from '../commands/retry-refund.ts';
import { settleRefund } from '../commands/settle-refund.ts';
import type { RefundOutcome, SettledHow } from '../money/contract.ts';
import { bookingPaid, toolBooked } from './examples.ts';

/** What is decided of the refunds of one order, as its specs ask for it: the usual case, but for what the sentence is about. */

export const bookingId = 'b1';
export const cents = (amount: number) => ({ amount, currency: 'usd' });

/** An admin asks for one. */
export const request =
  (but: Partial<RequestRefund> = {}) =>
  (state: Booking) => {
    const usual = { refundId: 'r1', bookingId, reason: 'It is bent.', restock: 0, by: 'a1' };
    return requestRefund({ type: 'RequestRefund', ...usual, ...but }, state);
  };

/** Another admin has one tried again that failed. */
export const retry = (refundId: string) => (state: Booking) =>
  retryRefund({ type: 'RetryRefund', bookingId, refundId, by: 'a2' }, state);

/** An admin sees to one that failed. */
export const settle = (refundId: string, how: SettledHow) => (state: Booking) =>
  settleRefund({ type: 'SettleRefund', bookingId, refundId, how, note: 'By a transfer.', by: 'a1' }, state);

/** The provider says what became of one. @param amount in cents @param isAfterAll whether it was made though it was refused before */
export const outcome =
  (refundId: string, became: RefundOutcome['state'], amount = 1999, paymentId = 'p1', isAfterAll = false) =>
  (state: Booking) => {
    const share = { bookingId, uid: 'u1', amount: cents(amount) };
    const after = isAfterAll ? ({ isAfterAll } as const) : {};
    const stood = standsIn(state, refundId);
    return recordRefund({ type: 'RecordRefund', refundId, paymentId, share, state: became, ...after, stood }, state);
  };

/** An order of three pieces, paid with $19.99. */
export const paid = [toolBooked({ quantity: 3 }), bookingPaid()];
