import { randomUUID } from 'node:crypto';
import { webhookSignature } from '../../payments/sandbox/messages/webhook-signature.ts';
import { ApiClient } from '../../testing/api-client.ts';
import { webhookSecret } from '../shop-under-test.ts';

/** A message of the payment provider as it goes over the wire. */
export type Webhook = { readonly raw: string; readonly headers: Readonly<Record<string, string>> };

/** Signs what the provider would say, now and with the shop's secret; a text goes as it is. */
export function signedWebhook(event: object | string, secret = webhookSecret, at = new Date()): Webhook {
  const raw = typeof event === 'string' ? event : JSON.stringify(event);
  return {
    raw,
    headers: { 'content-type': 'application/json', 'stripe-signature': webhookSignature(raw, secret, at) },
  };
}

/** Sends what the provider says to the shop. */
export const deliver = (origin: string, { raw, headers }: Webhook) =>
  new ApiClient(origin).post('/payments/webhook', undefined, { raw, headers });

const eventOf = (type: string, object: object) => ({
  id: `evt_${randomUUID()}`,
  object: 'event',
  created: Math.floor(Date.now() / 1000),
  type,
  data: { object },
});

type Intent = { readonly paymentId: string; readonly cents: number; readonly id?: string; readonly currency?: string };

/** The provider says that the money of a payment has arrived. */
export const succeeded = ({ paymentId, cents, id = `pi_${randomUUID()}`, currency = 'usd' }: Intent) =>
  eventOf('payment_intent.succeeded', {
    id,
    object: 'payment_intent',
    amount: cents,
    amount_received: cents,
    currency,
    metadata: { paymentId },
  });

/** The provider says that a card was refused. */
export const refused = ({ paymentId, cents, id = `pi_${randomUUID()}`, currency = 'usd' }: Intent) =>
  eventOf('payment_intent.payment_failed', {
    id,
    object: 'payment_intent',
    amount: cents,
    amount_received: 0,
    currency,
    metadata: { paymentId },
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  });

/** The provider says that an intent was given up. */
export const cancelled = ({ paymentId, cents, id = `pi_${randomUUID()}`, currency = 'usd' }: Intent) =>
  eventOf('payment_intent.canceled', {
    id,
    object: 'payment_intent',
    amount: cents,
    amount_received: 0,
    currency,
    metadata: { paymentId },
    cancellation_reason: 'abandoned',
  });

/** Something that the shop has no use for. */
export const unknownEvent = () => eventOf('customer.created', { id: `cus_${randomUUID()}`, object: 'customer' });
