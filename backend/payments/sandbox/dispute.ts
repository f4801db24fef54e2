import type { SucceededIntent } from './intent.ts';
import { invalidRequest } from './stripe-failure.ts';
import type { DisputeReason } from './test-cards.ts';

/**
 * A customer asks their bank for the money (https://docs.stripe.com/disputes/how-disputes-work). An inquiry
 * (`warning_…`) only asks questions; any other takes the money at once, and gives it back when it is won.
 */
export type Dispute = {
  id: string;
  intentId: string;
  chargeId: string;
  brand: string;
  /** Integer of minor units. */
  amount: number;
  currency: string;
  reason: DisputeReason;
  status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost';
  /** What was sent as `evidence[uncategorized_text]`. */
  evidence?: string;
  submissions: number;
  created: number;
};

export type Disputed = { intent: SucceededIntent; dispute: Dispute };

export type DisputeRequest = Pick<Dispute, 'id' | 'created'> & {
  isInquiry?: boolean;
  reason?: DisputeReason;
  /** Left out: all that was not given back. */
  amount?: number;
};

/** Opens a dispute about a paid intent. Throws StripeFailure when there is one already, or nothing left to dispute. */
export function openDispute(intent: SucceededIntent, request: DisputeRequest): Disputed {
  const { id, created, isInquiry = false, reason = 'fraudulent', amount = intent.amount - intent.refunded } = request;
  if (intent.chargedBack || amount <= 0) {
    throw invalidRequest(`Charge ${intent.charge.id} cannot be disputed.`);
  }
  return {
    intent: { ...intent, disputed: true, chargedBack: !isInquiry },
    dispute: {
      id,
      created,
      reason,
      amount,
      intentId: intent.id,
      chargeId: intent.charge.id,
      brand: intent.card.brand,
      currency: intent.currency,
      status: isInquiry ? 'warning_needs_response' : 'needs_response',
      submissions: 0,
    },
  };
}

export const isOpen = ({ status }: Dispute) => status === 'needs_response' || status === 'warning_needs_response';

/**
 * Responds with evidence; three texts decide, as in Stripe's test mode (https://docs.stripe.com/testing#evidence), any
 * other waits for the bank. Throws StripeFailure when the dispute is over.
 */
export function respond(before: Disputed, text: string | undefined, submit: boolean): Disputed {
  const { intent, dispute } = before;
  if (!isOpen(dispute)) throw invalidRequest('This dispute is already closed.');
  const responded = {
    ...dispute,
    evidence: text ?? dispute.evidence,
    submissions: dispute.submissions + Number(submit),
  };
  if (!submit) return { intent, dispute: responded };
  if (text === 'escalate_inquiry_evidence' && dispute.status === 'warning_needs_response') {
    return { intent: { ...intent, chargedBack: true }, dispute: { ...responded, status: 'needs_response' } };
  }
  if (text === 'winning_evidence' || text === 'losing_evidence') {
    return closeDispute({ intent, dispute: responded }, text === 'winning_evidence' ? 'won' : 'lost');
  }
  return { intent, dispute: responded };
}

/** The bank's last word. An inquiry is only closed. Throws StripeFailure when the dispute is over. */
export function closeDispute({ intent, dispute }: Disputed, outcome: 'won' | 'lost'): Disputed {
  if (!isOpen(dispute)) throw invalidRequest('This dispute is already closed.');
  if (dispute.status === 'warning_needs_response') return { intent, dispute: { ...dispute, status: 'warning_closed' } };
  const chargedBack = outcome === 'lost';
  return { intent: { ...intent, chargedBack }, dispute: { ...dispute, status: outcome } };
}
