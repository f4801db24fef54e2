import type { Booking } from '../booking.ts';
import { assertStillOwed, failedRefund } from '../failed-refund.ts';
import type { BookingRefunded, RefundSettled, SettledHow } from '../money/contract.ts';
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
 * or a dispute has given it to them. What was given back in another way counts as given back, and is never more than is left.
 */
export function settleRefund(command: SettleRefund, booking: Booking): (RefundSettled | BookingRefunded)[] {
  const { how, note, by } = command;
  const { refund, about } = failedRefund(command, booking);
  const settled: RefundSettled = { type: 'RefundSettled', data: { ...about, how, note, by } };
  if (how === 'not owed') return [settled];
  assertStillOwed(refund, booking);
  const kept = keptAfter(booking, about.amount, about.unmatched ? 0 : -1);
  return [settled, { type: 'BookingRefunded', data: { ...about, kept, elsewhere: true } }];
}
