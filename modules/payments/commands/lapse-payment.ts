import type { PaymentLapsed } from '../events.ts';
import type { Payment } from '../payment.ts';

export type LapsePayment = { type: 'LapsePayment'; bookingId: string; intentId: string };

/** Stops asking the provider after an intent for which nothing came. */
export function lapsePayment({ bookingId, intentId }: LapsePayment, payment: Payment): PaymentLapsed[] {
  if (payment.status !== 'requested' || payment.intentId !== intentId) return [];
  return [{ type: 'PaymentLapsed', data: { bookingId, intentId } }];
}
