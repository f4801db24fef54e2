import type { PaymentCanceled, PaymentClosed } from '../events.ts';
import type { Payment } from '../payment.ts';

export type ClosePayment = { type: 'ClosePayment'; paymentId: string };

/**
 * Lets a payment have no new intent: from then on no secret is given out with which it could be paid. Without an intent
 * it is over at once, and nobody has to be asked.
 */
export function closePayment({ paymentId }: ClosePayment, payment: Payment): (PaymentClosed | PaymentCanceled)[] {
  if (payment.status !== 'open') return [];
  const { amount, orders } = payment;
  const closed: PaymentClosed = { type: 'PaymentClosed', data: { paymentId, amount, orders } };
  if (payment.intentId !== undefined) return [closed];
  return [closed, { type: 'PaymentCanceled', data: { paymentId, amount, orders } }];
}
