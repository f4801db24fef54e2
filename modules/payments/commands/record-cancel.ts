import type { PaymentCanceled, PaymentClosed } from '../events.ts';
import type { Payment } from '../payment.ts';

export type RecordCancel = { type: 'RecordCancel'; paymentId: string; intentId: string };

/** Takes the provider's word that an intent is over without money. It never is anything else afterwards. */
export function recordCancel(
  { paymentId, intentId }: RecordCancel,
  payment: Payment,
): (PaymentClosed | PaymentCanceled)[] {
  if (payment.status !== 'open' && payment.status !== 'closed') return [];
  if (payment.intentId !== intentId) return [];
  const { amount, orders } = payment;
  const closed: PaymentClosed = { type: 'PaymentClosed', data: { paymentId, amount, orders } };
  const canceled: PaymentCanceled = { type: 'PaymentCanceled', data: { paymentId, amount, orders } };
  return payment.status === 'open' ? [closed, canceled] : [canceled];
}
