import type { Money } from '../../kernel/money.ts';
import type { PaymentSucceeded } from '../events.ts';
import type { Payment } from '../payment.ts';
import { sharesOf } from '../shares.ts';

export type RecordSuccess = { type: 'RecordSuccess'; paymentId: string; intentId: string; amount: Money };

/** Records that money has arrived with an intent: once, however often the provider says so, and whatever the payment is. */
export function recordSuccess({ paymentId, intentId, amount }: RecordSuccess, payment: Payment): PaymentSucceeded[] {
  if (payment.status === 'none' || payment.received.some((arrived) => arrived.intentId === intentId)) return [];
  const expected = payment.received.length === 0 ? payment.amount : { ...payment.amount, amount: 0 };
  const orders = sharesOf(amount, payment.orders);
  return [{ type: 'PaymentSucceeded', data: { paymentId, intentId, amount, expected, orders } }];
}
