import type { Money } from '../../kernel/money.ts';
import type { PaymentSucceeded } from '../events.ts';
import type { Payment } from '../payment.ts';

export type RecordPaymentSuccess = { type: 'RecordPaymentSuccess'; bookingId: string; intentId: string; amount: Money };

/** Records that money has arrived for an intent: once, however often the provider says so. */
export function recordPaymentSuccess({ type: _, ...data }: RecordPaymentSuccess, payment: Payment): PaymentSucceeded[] {
  return payment.received.includes(data.intentId) ? [] : [{ type: 'PaymentSucceeded', data }];
}
