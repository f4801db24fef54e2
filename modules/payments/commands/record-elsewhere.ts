import type { RefundGivenElsewhere } from '../events.ts';
import type { Payment } from '../payment.ts';

export type RecordElsewhere = { type: 'RecordElsewhere'; paymentId: string; refundId: string };

/** Records that the money of a refund was given back in another way: once. */
export function recordElsewhere({ paymentId, refundId }: RecordElsewhere, payment: Payment): RefundGivenElsewhere[] {
  const refund = payment.status === 'none' ? undefined : payment.refunds.get(refundId);
  if (!refund || refund.isGivenElsewhere) return [];
  return [{ type: 'RefundGivenElsewhere', data: { paymentId, refundId, ...refund.share } }];
}
