import type Stripe from 'stripe';
import type { Refund } from '../objects/refund.ts';

/** A refund as Stripe's Refund object (https://docs.stripe.com/api/refunds/object). */
export function wireRefund(refund: Refund): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    ...(refund.failureReason && { failure_reason: refund.failureReason }),
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: refund.paymentMethodId,
    ...(refund.status === 'pending' && { pending_reason: 'processing' as const }),
    reason: refund.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
}
