import { invalidRequest, unexpectedState } from '../requests/stripe-failure.ts';
import { price } from './amounts.ts';
import type { Intent, SucceededIntent } from './intent.ts';

export const refundReasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export type Refund = {
  id: string;
  intentId: string;
  chargeId: string;
  paymentMethodId: string;
  /** Integer of minor units. */
  amount: number;
  currency: string;
  reason?: (typeof refundReasons)[number];
  metadata: Record<string, string>;
  /** `succeeded` can still become `failed`: the customer's bank sends the money back. */
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  /** https://docs.stripe.com/refunds#failed-refunds */
  failureReason?: string;
  created: number;
};

export type RefundRequest = Pick<Refund, 'id' | 'reason' | 'metadata' | 'created'> & {
  /** Left out: all that is left. */
  amount?: number;
};

export type Refunded = { intent: SucceededIntent; refund: Refund };

/**
 * Gives money back, never more than came in. Throws StripeFailure when nothing, or not that much, is left, and while the
 * customer's bank has taken it back by itself.
 */
export function refund(intent: Intent, request: RefundRequest): Refunded {
  if (intent.status !== 'succeeded') {
    throw unexpectedState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  const { amount: paid, currency, charge, card } = intent;
  if (intent.chargedBack) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw invalidRequest(message, { code: 'charge_disputed' });
  }
  const left = paid - intent.refunded;
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const amount = request.amount ?? left;
  if (amount > left) {
    const ceiling = intent.refunded === 0 ? 'charge amount' : 'unrefunded amount on charge';
    const message = `Refund amount (${price(amount, currency)}) is greater than ${ceiling} (${price(left, currency)})`;
    throw invalidRequest(message, { param: 'amount' });
  }
  return {
    intent: { ...intent, refunded: intent.refunded + amount },
    refund: {
      ...request,
      amount,
      currency,
      intentId: intent.id,
      chargeId: charge.id,
      paymentMethodId: card.id,
      status: card.refund === 'pending' ? 'pending' : 'succeeded',
    },
  };
}

export type RefundOutcome = 'succeeded' | 'failed' | 'canceled';

/**
 * What becomes of a refund after it was made. What failed or was canceled counts as not given back, and may be given back
 * anew. Nothing when it has come to that, or to its end, before.
 */
export function settleRefund(before: Refunded, outcome: RefundOutcome, failureReason?: string): Refunded | undefined {
  const { intent, refund } = before;
  if (refund.status === 'failed' || refund.status === 'canceled' || refund.status === outcome) return undefined;
  if (outcome === 'succeeded') return { intent, refund: { ...refund, status: outcome } };
  return {
    intent: { ...intent, refunded: intent.refunded - refund.amount },
    refund: { ...refund, status: outcome, ...(outcome === 'failed' && { failureReason: failureReason ?? 'unknown' }) },
  };
}
