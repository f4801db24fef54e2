import { invalidRequest } from '../requests/stripe-failure.ts';
import type { SucceededIntent } from './intent.ts';
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
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'appeal_under_review'
    | 'won'
    | 'lost';
  /** What was sent as `evidence[uncategorized_text]`. */
  evidence?: string;
  submissions: number;
  /** An earlier release kept none. */
  metadata?: Record<string, string>;
  created: number;
};

export type Disputed = { intent: SucceededIntent; dispute: Dispute };

export type DisputeRequest = Pick<Dispute, 'id' | 'created'> & {
  isInquiry?: boolean;
  reason?: DisputeReason;
  /** Left out: all that was neither given back nor taken by another dispute. */
  amount?: number;
  /** It may be of more than that: of all that was paid though some went back, or by another rate of exchange. */
  isOfMore?: boolean;
};

/**
 * Opens a dispute about a paid intent, beside others that there may be. Throws StripeFailure when there is nothing left to dispute, or
 * not so much.
 */
export function openDispute(intent: SucceededIntent, others: readonly Dispute[], request: DisputeRequest): Disputed {
  const taken = others.filter(takesMoney).reduce((sum, { amount }) => sum + amount, 0);
  const left = intent.amount - intent.refunded - taken;
  const { id, created, isInquiry = false, reason = 'fraudulent', amount = left, isOfMore = false } = request;
  if (amount <= 0 || left <= 0 || (amount > left && !isOfMore)) {
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

const isInquiry = ({ status }: Dispute) => status.startsWith('warning_');
export const isOpen = ({ status }: Dispute) => status.endsWith('needs_response') || status.endsWith('under_review');
/** Whether the bank has its money, for now or for good. */
export const takesMoney = (dispute: Dispute) => dispute.status === 'lost' || (isOpen(dispute) && !isInquiry(dispute));

/**
 * Responds with evidence; three texts decide, as in Stripe's test mode (https://docs.stripe.com/testing#evidence), any
 * other waits for the bank. Throws StripeFailure when the dispute is over.
 */
export function respond(before: Disputed, { text, submit }: { text?: string; submit: boolean }): Disputed {
  const { intent, dispute } = before;
  if (!isOpen(dispute)) throw invalidRequest('This dispute is already closed.');
  const responded = {
    ...dispute,
    evidence: text ?? dispute.evidence,
    submissions: dispute.submissions + Number(submit),
  };
  if (!submit) return { intent, dispute: responded };
  if (text === 'escalate_inquiry_evidence' && isInquiry(dispute)) {
    return { intent: { ...intent, chargedBack: true }, dispute: { ...responded, status: 'needs_response' } };
  }
  if (text === 'winning_evidence' || text === 'losing_evidence') {
    return closeDispute({ intent, dispute: responded }, text === 'winning_evidence' ? 'won' : 'lost');
  }
  return { intent, dispute: { ...responded, status: isInquiry(dispute) ? 'warning_under_review' : 'under_review' } };
}

/**
 * The bank's last word, which may be another one after all: one that was lost is won late. An inquiry is only closed. Throws
 * StripeFailure when the dispute is over.
 */
export function closeDispute({ intent, dispute }: Disputed, outcome: 'won' | 'lost'): Disputed {
  const isWonLate = dispute.status === 'lost' && outcome === 'won';
  if (!isOpen(dispute) && !isWonLate) throw invalidRequest('This dispute is already closed.');
  if (isInquiry(dispute)) return { intent, dispute: { ...dispute, status: 'warning_closed' } };
  const chargedBack = outcome === 'lost';
  return { intent: { ...intent, chargedBack }, dispute: { ...dispute, status: outcome } };
}

/** The bank looks at a lost one again. Throws StripeFailure for one that was not lost. */
export function appealDispute({ intent, dispute }: Disputed): Disputed {
  if (dispute.status !== 'lost') throw invalidRequest('Only a dispute that was lost can be appealed.');
  return { intent, dispute: { ...dispute, status: 'appeal_under_review' } };
}
