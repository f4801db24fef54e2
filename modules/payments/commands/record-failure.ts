import type { PaymentFailed } from '../events.ts';
import type { Payment } from '../payment.ts';

export type RecordFailure = {
  type: 'RecordFailure';
  paymentId: string;
  intentId: string;
  code?: string;
  declineCode?: string;
};

/** Records that a card was refused. */
export function recordFailure({ type: _, ...failed }: RecordFailure, payment: Payment): PaymentFailed[] {
  if (payment.status === 'none') return [];
  return [{ type: 'PaymentFailed', data: { ...failed, amount: payment.amount, orders: payment.orders } }];
}
