import type { Share } from '../../booking/money/contract.ts';
import type { RefundAttempted, RefundChanged } from '../events.ts';
import { leftOf, type OpenedPayment, type Payment, type Refund } from '../payment.ts';

export type AttemptRefund = {
  type: 'AttemptRefund';
  paymentId: string;
  refundId: string;
  share: Share;
  /** Since when the key may have been used, ISO 8601. */
  at: string;
  /**
   * The attempt after which the provider has no such refund, as was seen by looking: it is begun anew. Left out, only
   * what was never attempted is.
   */
  lost?: number;
  /** It is money that fitted no order. */
  unmatched?: boolean;
  /** With which intent that came. Left out by releases of before: what arrived last, should more than one intent have brought some. */
  intentId?: string;
};

export const givenBackAlready = 'Other refunds have given it back already.';

/**
 * Says under which key the provider is asked to give money back, before it is asked. A second key only after somebody has
 * looked that the first one came to nothing: each may give the money back. What the order has no longer left, since the
 * provider's dashboard gave it back meanwhile, fails here: of a payment of several orders the provider would take it from
 * the others.
 */
export function attemptRefund(command: AttemptRefund, payment: Payment): (RefundAttempted | RefundChanged)[] {
  const { paymentId, refundId, share, at, lost } = command;
  if (payment.status === 'none') return [];
  const before = payment.refunds.get(refundId);
  const isOver = before === undefined || before.attempt === lost;
  if (!isOver || before?.state === 'pending' || before?.state === 'succeeded') return [];
  const intentId = before ? intentAgain(payment, before) : intentFor(payment, command);
  if (intentId === undefined) {
    const from = before?.intentId ?? command.intentId ?? payment.received[0]?.intentId;
    if (from === undefined) return [];
    const { state = 'none', providerRefundId } = before ?? {};
    const about = { paymentId, intentId: from, refundId, ...share, ...(providerRefundId && { providerRefundId }) };
    return [{ type: 'RefundChanged', data: { ...about, state: 'failed', before: state, because: givenBackAlready } }];
  }
  const attempt = (before?.attempt ?? 0) + 1;
  return [{ type: 'RefundAttempted', data: { paymentId, intentId, refundId, ...share, attempt, at } }];
}

/** The same intent as before; none when the order has no longer so much left of it, since another refund has given it back. */
function intentAgain(payment: OpenedPayment, { intentId, state, share }: Refund): string | undefined {
  // One that is attempted counts as gone itself.
  return state === 'attempted' || isLeft(payment, intentId, share) ? intentId : undefined;
}

/**
 * The intent with which arrived what goes back; none when the order has no longer so much left of it. An order's own money is what
 * arrived first. Without this, what the dashboard had given back of money that came twice would be given back of the other, too.
 */
function intentFor(payment: OpenedPayment, { share, unmatched, intentId: named }: AttemptRefund): string | undefined {
  const arrived = unmatched ? payment.received.toReversed() : payment.received.slice(0, 1);
  const ofIt = named === undefined ? arrived : arrived.filter(({ intentId }) => intentId === named);
  return ofIt.find(({ intentId }) => isLeft(payment, intentId, share))?.intentId;
}

/** Whether the order has so much left of what arrived with the intent. */
function isLeft(payment: OpenedPayment, intentId: string, { bookingId, amount }: Share): boolean {
  return leftOf(payment, intentId).some((left) => left.bookingId === bookingId && left.amount.amount >= amount.amount);
}
