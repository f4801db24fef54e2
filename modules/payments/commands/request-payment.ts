import type { Money } from '../../kernel/money.ts';
import type { PaymentRequested } from '../events.ts';
import type { Payment } from '../payment.ts';

export type RequestPayment = {
  type: 'RequestPayment';
  bookingId: string;
  intentId: string;
  attempt: number;
  amount: Money;
};

/** Records which intent the provider made for an order: once, and not after its money has come. */
export function requestPayment({ type: _, ...data }: RequestPayment, payment: Payment): PaymentRequested[] {
  if (payment.received.includes(data.intentId)) return [];
  if (payment.status !== 'none' && payment.attempts >= data.attempt) return [];
  return [{ type: 'PaymentRequested', data }];
}
