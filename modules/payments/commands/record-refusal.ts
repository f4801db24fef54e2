import type { RefundChanged } from '../events.ts';
import type { Payment } from '../payment.ts';

export type RecordRefusal = {
  type: 'RecordRefusal';
  paymentId: string;
  refundId: string;
  attempt: number;
  /** In the provider's words. */
  because: string;
};

/** Records that the provider will not make a refund, so that somebody sees it and others are not kept waiting. */
export function recordRefusal(command: RecordRefusal, payment: Payment): RefundChanged[] {
  const { paymentId, refundId, attempt, because } = command;
  const refund = payment.status === 'none' ? undefined : payment.refunds.get(refundId);
  if (refund?.state !== 'attempted' || refund.attempt !== attempt) return [];
  const { intentId, share } = refund;
  const stands = { state: 'failed', before: 'attempted', because } as const;
  return [{ type: 'RefundChanged', data: { paymentId, intentId, refundId, ...share, ...stands } }];
}
