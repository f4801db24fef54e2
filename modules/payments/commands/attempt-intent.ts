import type { IntentAttempted } from '../events.ts';
import { isWithinMemory } from '../idempotency-keys.ts';
import type { Payment } from '../payment.ts';

export type AttemptIntent = {
  type: 'AttemptIntent';
  paymentId: string;
  /** Now, ISO 8601. */
  at: string;
  /** The attempt that the provider has answered with a fault of its own: it would answer the same again. */
  spent?: number;
};

/**
 * Says under which key an intent is asked for: the key of before as long as nothing was answered and the provider surely
 * remembers it, else a new one. Nothing for a payment that is closed, or has its intent.
 */
export function attemptIntent({ paymentId, at, spent }: AttemptIntent, payment: Payment): IntentAttempted[] {
  if (payment.status !== 'open' || payment.intentId !== undefined) return [];
  const { attempted } = payment;
  if (attempted && attempted.attempt !== spent && isWithinMemory(attempted.at, at)) return [];
  return [{ type: 'IntentAttempted', data: { paymentId, attempt: (attempted?.attempt ?? 0) + 1, at } }];
}
