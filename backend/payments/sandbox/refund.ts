import { price } from './amounts.ts';
import type { Intent, SucceededIntent } from './intent.ts';
import { invalidRequest, unexpectedState } from './stripe-failure.ts';

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
  created: number;
};

export type RefundRequest = Pick<Refund, 'id' | 'reason' | 'metadata' | 'created'> & {
  /** Left out: all that is left. */
  amount?: number;
};

/** Gives money back, never more than came in. Throws StripeFailure when nothing, or not that much, is left. */
export function refund(intent: Intent, request: RefundRequest): { intent: SucceededIntent; refund: Refund } {
  if (intent.status !== 'succeeded') {
    throw unexpectedState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  }
  const { amount: paid, currency, charge, card } = intent;
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
    },
  };
}
