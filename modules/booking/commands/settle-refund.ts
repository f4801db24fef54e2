import type { Booking } from '../booking.ts';
import type { BookingRefunded, RefundSettled, SettledHow } from '../money/contract.ts';
import { assertStillOwed, failedRefund, leftFor } from '../refunds/failed-refund.ts';
import { keptAfter } from './record-refund.ts';

export type SettleRefund = {
  type: 'SettleRefund';
  bookingId: string;
  refundId: string;
  how: SettledHow;
  note: string;
  by: string;
};

/**
 * Says what became of money that could not be given back, and is not tried again: the card is gone and the buyer got a transfer,
 * or a dispute has given it to them. What was given back in another way counts as given back, and is never more than is left. Of
 * money that fitted no order what is not owed is the shop's from now on: what is left of it, where others have given some back.
 */
export function settleRefund(command: SettleRefund, booking: Booking): (RefundSettled | BookingRefunded)[] {
  const { how, note, by } = command;
  const { refund, about } = failedRefund(command, booking);
  if (how === 'not owed') {
    const most = refund.unmatched ? Math.max(0, leftFor(refund, booking)) : about.amount.amount;
    const amount = { ...about.amount, amount: Math.min(about.amount.amount, most) };
    return [{ type: 'RefundSettled', data: { ...about, amount, how, note, by } }];
  }
  assertStillOwed(refund, booking);
  const settled: RefundSettled = { type: 'RefundSettled', data: { ...about, how, note, by } };
  const kept = keptAfter(booking, about.amount, about.unmatched ? 0 : -1);
  return [settled, { type: 'BookingRefunded', data: { ...about, kept, elsewhere: true } }];
}
