import type { Intent, PaymentFailure, UsedCard } from './intent.ts';

/** One try to take an intent's money from a card (https://docs.stripe.com/api/charges). */
export type Charge = {
  id: string;
  intentId: string;
  /** Seconds since 1970. */
  created: number;
  card: UsedCard;
} & (
  | { status: 'pending' | 'succeeded' }
  | { status: 'failed'; failure: Pick<PaymentFailure, 'code' | 'declineCode' | 'message'> }
);

/** The latest charge of an intent; none while no card was charged. `now`: in seconds, for one that failed just then. */
export function chargeOf(intent: Intent, now: number): Charge | undefined {
  if (intent.status === 'succeeded' || intent.status === 'processing') {
    const { id: intentId, card, charge } = intent;
    return { ...charge, intentId, card, status: intent.status === 'succeeded' ? 'succeeded' : 'pending' };
  }
  if (intent.status !== 'requires_payment_method' || !intent.failure?.chargeId) return undefined;
  const { chargeId: id, card, code, declineCode, message } = intent.failure;
  return { id, intentId: intent.id, created: now, card, status: 'failed', failure: { code, declineCode, message } };
}
