import { Conflict, NotFound } from '../../kernel/errors.ts';
import type { Booking } from '../booking.ts';
import type { RefundRequested } from '../money/contract.ts';
import { MoreThanLeft } from './more-than-left.ts';
import { leftOfUnmatched, leftToGiveBack, type Refund } from './refunds.ts';

/** The refund went back, or is on its way, or somebody has seen to it. */
export class RefundHasNotFailed extends Conflict {
  override name = 'RefundHasNotFailed';
}

/** What every event about a refund says of it. */
type About = Pick<
  RefundRequested['data'],
  'refundId' | 'bookingId' | 'uid' | 'toolId' | 'paymentId' | 'amount' | 'unmatched'
>;

/**
 * A refund of an order that could not be given back and waits for somebody, and what events say of it.
 * @throws NotFound, RefundHasNotFailed
 */
export function failedRefund(
  { bookingId, refundId }: { bookingId: string; refundId: string },
  booking: Booking,
): { readonly refund: Refund; readonly about: About } {
  const refund = booking.status === 'none' ? undefined : booking.refunds.get(refundId);
  if (booking.status === 'none' || !refund) throw new NotFound('There is no such refund.');
  if (refund.settled !== undefined) throw new RefundHasNotFailed('Somebody has seen to this refund already.');
  if (refund.state !== 'failed') throw new RefundHasNotFailed('This refund has not failed.');
  const { paymentId, amount, unmatched } = refund;
  const { uid = '', toolId } = 'order' in booking ? booking.order : booking;
  const about = { refundId, bookingId, uid, toolId, paymentId, amount, ...(unmatched && { unmatched: true as const }) };
  return { refund, about };
}

/**
 * How much is left that this refund could give back, in minor units: of what was paid for the order, or of the money that fitted
 * none. It may be less than nothing, where money was given back twice.
 */
export function leftFor({ unmatched, paymentId }: Refund, booking: Booking): number {
  if (unmatched) return booking.status === 'none' ? 0 : leftOfUnmatched(booking.refunds, paymentId);
  return 'payment' in booking ? leftToGiveBack(booking) : 0;
}

/**
 * Looks whether so much is left that this refund can still be made.
 * @throws MoreThanLeft
 */
export function assertStillOwed(refund: Refund, booking: Booking): void {
  if (refund.amount.amount <= leftFor(refund, booking)) return;
  throw new MoreThanLeft(
    'Other refunds or a dispute have given back meanwhile what this one was to: it is not owed any more.',
  );
}
