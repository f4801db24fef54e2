import type { PaymentExpired } from '../events.ts';
import type { Payment } from '../payment.ts';

export type ExpirePayment = { type: 'ExpirePayment'; bookingId: string; intentId: string };

/** Stops asking the provider after an intent for which nothing came. */
export function expirePayment({ bookingId, intentId }: ExpirePayment, payment: Payment): PaymentExpired[] {
  if (payment.status !== 'requested' || payment.intentId !== intentId) return [];
  return [{ type: 'PaymentExpired', data: { bookingId, intentId } }];
}
