import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { Booking } from '../booking.ts';
import type { RefundRequested } from '../money/contract.ts';
import { promisedOf } from '../refunds.ts';
import { MoreThanLeft } from './request-refund.ts';

export type RetryRefund = { type: 'RetryRefund'; bookingId: string; refundId: string; by: string };

/** The refund went back, or is on its way. */
export class RefundHasNotFailed extends Conflict {
  override name = 'RefundHasNotFailed';
}

/** Owes anew what could not be given back, unless other refunds have used it up meanwhile. Its pieces went back then. */
export function retryRefund({ bookingId, refundId, by }: RetryRefund, booking: Booking): RefundRequested[] {
  const refund = booking.status === 'none' ? undefined : booking.refunds.get(refundId);
  if (booking.status === 'none' || !refund) throw new NotFound('There is no such refund.');
  if (refund.state !== 'failed') throw new RefundHasNotFailed('This refund has not failed.');
  const { paymentId, amount, reason, unmatched } = refund;
  const left = 'payment' in booking ? booking.payment.amount.amount - promisedOf(booking.refunds) : 0;
  if (!unmatched && amount.amount > left) {
    throw new MoreThanLeft('Other refunds have given back meanwhile what this one was to.');
  }
  const of = 'order' in booking ? booking.order : booking;
  const about = {
    refundId,
    bookingId,
    uid: of.uid ?? '',
    paymentId,
    amount,
    ...(unmatched && { unmatched: true as const }),
  };
  return [{ type: 'RefundRequested', data: { ...about, toolId: of.toolId, reason, restock: 0, by, again: true } }];
}
