import type { Booking } from '../booking.ts';
import type { RefundRequested } from '../money/contract.ts';
import { assertStillOwed, failedRefund } from '../refunds/failed-refund.ts';

export type RetryRefund = { type: 'RetryRefund'; bookingId: string; refundId: string; by: string };

/** Owes anew what could not be given back, unless nothing is left for it by now. Its pieces went back then. */
export function retryRefund(command: RetryRefund, booking: Booking): RefundRequested[] {
  const { refund, about } = failedRefund(command, booking);
  assertStillOwed(refund, booking);
  return [
    { type: 'RefundRequested', data: { ...about, reason: refund.reason, restock: 0, by: command.by, again: true } },
  ];
}
