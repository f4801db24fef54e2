import type { IntentCreated } from '../events.ts';
import type { Payment } from '../payment.ts';

export type RecordIntent = { type: 'RecordIntent'; paymentId: string; intentId: string; attempt: number };

/**
 * Records the intent with which a payment can be paid: the first that came. No other one's secret is ever given out, nor
 * this one's once the payment is closed; it is recorded all the same, so that it is cancelled.
 */
export function recordIntent({ paymentId, intentId, attempt }: RecordIntent, payment: Payment): IntentCreated[] {
  if (payment.status === 'none' || payment.status === 'succeeded' || payment.intentId !== undefined) return [];
  return [{ type: 'IntentCreated', data: { paymentId, intentId, attempt, amount: payment.amount } }];
}
