import type { Money } from '../../kernel/values/money.ts';
import type { PaymentSucceeded } from '../events.ts';
import type { Payment } from '../payment.ts';
import { sharesOf } from '../shares.ts';

export type RecordSuccess = {
  type: 'RecordSuccess';
  paymentId: string;
  intentId: string;
  amount: Money;
  /** When, as far as the provider says so, ISO 8601. */
  receivedAt?: string;
};

/** Records that money has arrived with an intent: once, however often the provider says so, and whatever the payment is. */
export function recordSuccess(command: RecordSuccess, payment: Payment): PaymentSucceeded[] {
  const { paymentId, intentId, amount, receivedAt } = command;
  if (payment.status === 'none' || payment.received.some((arrived) => arrived.intentId === intentId)) return [];
  const expected = payment.received.length === 0 ? payment.amount : { ...payment.amount, amount: 0 };
  const orders = sharesOf(amount, payment.orders);
  const arrived = { paymentId, intentId, amount, expected, orders, ...(receivedAt && { receivedAt }) };
  return [{ type: 'PaymentSucceeded', data: arrived }];
}
