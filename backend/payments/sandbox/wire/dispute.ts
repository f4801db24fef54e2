import type Stripe from 'stripe';
import { type Dispute, isOpen } from '../objects/dispute.ts';

const nineDays = 9 * 24 * 60 * 60;

/** A dispute as Stripe's Dispute object (https://docs.stripe.com/api/disputes/object). */
export function wireDispute(dispute: Dispute): Stripe.Dispute {
  const isInquiry = dispute.status.startsWith('warning_');
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: [],
    charge: dispute.chargeId,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: { ...noEvidence, uncategorized_text: dispute.evidence ?? null },
    evidence_details: {
      due_by: dispute.created + nineDays,
      enhanced_eligibility: {},
      has_evidence: dispute.evidence !== undefined,
      past_due: false,
      submission_count: dispute.submissions,
      submission_method: dispute.submissions > 0 ? 'manual' : 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry && isOpen(dispute),
    livemode: false,
    metadata: dispute.metadata ?? {},
    network_reason_code: null,
    payment_intent: dispute.intentId,
    payment_method_details: {
      card: {
        brand: dispute.brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: dispute.brand,
        network_reason_code: null,
      },
      type: 'card',
    },
    reason: dispute.reason,
    status: dispute.status,
  };
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
