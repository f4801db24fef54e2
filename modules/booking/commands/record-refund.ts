import { Busy, NotFound } from '../../kernel/errors.ts';
import type { Money } from '../../kernel/values/money.ts';
import type { Booking } from '../booking.ts';
import type {
  BookingRefundBegun,
  BookingRefunded,
  BookingRefundFailed,
  RefundOutcome,
  RefundStands,
} from '../money/contract.ts';
import { returnedOf } from '../refunds/refunds.ts';

export type RecordRefund = { type: 'RecordRefund' } & RefundOutcome;

/** Somebody else has told what became of the refund since whoever tells it had looked. */
export class ToldMeanwhile extends Busy {
  constructor() {
    super('Somebody else has just told what became of this refund.');
  }
}

/** Where a refund stands for an order. */
export function standsIn(booking: Booking, refundId: string): RefundStands {
  return booking.status === 'none' ? undefined : booking.refunds.get(refundId)?.state;
}

/**
 * Records what became of money that was to go back: once, however often it is told. Also of a refund that this order
 * did not ask for: somebody made it in the provider's own dashboard. That is known from when it is on its way, so that
 * nothing is sent of which the money goes back; and of one that the provider refused, and made all the same.
 * @throws ToldMeanwhile. Without this, a node that was paused would tell what was before over what another has told since.
 */
export function recordRefund(
  { refundId, paymentId, share, state, isOfMore, isAfterAll, stood }: RecordRefund,
  booking: Booking,
): (BookingRefundBegun | BookingRefunded | BookingRefundFailed)[] {
  if (booking.status === 'none') throw new NotFound('There is no such order.');
  if (standsIn(booking, refundId) !== stood) throw new ToldMeanwhile();
  const before = booking.refunds.get(refundId);
  const isOfTheOrder =
    'payment' in booking && 'paymentId' in booking.payment && booking.payment.paymentId === paymentId;
  const isUnmatched = before ? before.unmatched : isOfMore === true || !isOfTheOrder;
  const { toolId } = 'order' in booking ? booking.order : booking;
  const about = { refundId, ...share, toolId, paymentId, ...(isUnmatched && { unmatched: true as const }) };
  if (state === 'pending') {
    // Of one that failed since, who comes late says that it is on its way, too: but not after all.
    const isBegun = !before || (isAfterAll && before.state === 'failed' && before.settled === undefined);
    return isBegun ? [{ type: 'BookingRefundBegun', data: about }] : [];
  }
  const wasRefunded = before?.state === 'refunded';
  if (state === 'succeeded') {
    if (wasRefunded) return [];
    return [
      { type: 'BookingRefunded', data: { ...about, kept: keptAfter(booking, share.amount, isUnmatched ? 0 : -1) } },
    ];
  }
  // Also one of the dashboard's that never went back: it can be tried again, as any other.
  if (before?.state === 'failed') return [];
  const sign = wasRefunded && !isUnmatched ? 1 : 0;
  return [
    { type: 'BookingRefundFailed', data: { ...about, wasRefunded, kept: keptAfter(booking, share.amount, sign) } },
  ];
}

/** What the shop keeps of what was paid for the order, with so much more or less. */
export function keptAfter(booking: Booking, { amount, currency }: Money, sign: 1 | 0 | -1): Money {
  const received = 'payment' in booking ? booking.payment.amount.amount : 0;
  const returned = 'refunds' in booking ? returnedOf(booking.refunds) : 0;
  return { amount: received - returned + sign * amount, currency };
}
