import type { Share } from '../../booking/contract.ts';
import type { RefundAttempted } from '../events.ts';
import { leftOf, type OpenedPayment, type Payment } from '../payment.ts';

export type AttemptRefund = {
  type: 'AttemptRefund';
  paymentId: string;
  refundId: string;
  share: Share;
  /** Now, ISO 8601. */
  at: string;
  /**
   * The attempt after which the provider has no such refund, as was seen by looking: it is begun anew. Left out, only
   * what was never attempted is.
   */
  lost?: number;
  /** It is money that fitted no order: what arrived last, should more than one intent have brought some. */
  unmatched?: boolean;
};

/**
 * Says under which key the provider is asked to give money back, before it is asked. A second key only after somebody has
 * looked that the first one came to nothing: each may give the money back.
 */
export function attemptRefund(command: AttemptRefund, payment: Payment): RefundAttempted[] {
  const { paymentId, refundId, share, at, lost, unmatched = false } = command;
  if (payment.status === 'none') return [];
  const before = payment.refunds.get(refundId);
  const isOver = before === undefined || before.attempt === lost;
  if (!isOver || before?.state === 'pending' || before?.state === 'succeeded') return [];
  const intentId = before?.intentId ?? intentFor(payment, share, unmatched);
  if (intentId === undefined) return [];
  const attempt = (before?.attempt ?? 0) + 1;
  return [{ type: 'RefundAttempted', data: { paymentId, intentId, refundId, ...share, attempt, at } }];
}

/** The intent with which arrived what goes back; with the first when none has so much left, for the provider to refuse. */
function intentFor(payment: OpenedPayment, { bookingId, amount }: Share, unmatched: boolean): string | undefined {
  const arrived = unmatched ? payment.received.toReversed() : payment.received;
  const hasEnough = arrived.find(({ intentId }) =>
    leftOf(payment, intentId).some((left) => left.bookingId === bookingId && left.amount.amount >= amount.amount),
  );
  return (hasEnough ?? arrived[0])?.intentId;
}
