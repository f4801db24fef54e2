import type Stripe from 'stripe';
import type { SandboxStore } from '../keeping/store.ts';
import { chargeOf } from '../objects/charge.ts';
import type { Ids } from '../objects/ids.ts';
import type { Intent, SucceededIntent } from '../objects/intent.ts';
import type { Refunded } from '../objects/refund.ts';
import { apiVersion } from '../requests/api-version.ts';
import { wireCharge } from '../wire/charge.ts';
import { paymentIntent } from '../wire/payment-intent.ts';
import { wireRefund } from '../wire/refund.ts';

/** What made something happen: the id and idempotency key of the request; null when nobody asked for it. */
export type Cause = { requestId: string | null; idempotencyKey?: string };

export type Announce = (type: string, object: object) => void;

/** Writes Stripe-shaped events into the store, in the same transaction as what they tell of. */
export function announcer(store: SandboxStore, ids: Ids, now: Date, cause: Cause): Announce {
  return (type, object) => {
    const id = ids('evt_');
    const event = {
      id,
      object: 'event',
      api_version: apiVersion,
      created: Math.floor(now.getTime() / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: cause.requestId, idempotency_key: cause.idempotencyKey ?? null },
      type,
    } satisfies Omit<Stripe.Event, 'type' | 'data'> & { type: string; data: { object: object } };
    const at = now.getTime();
    store.saveMessage({ id, payload: JSON.stringify(event), created: at, attempts: 0, dueAt: at });
  };
}

/** Tells what became of an intent. */
export function announceIntent(announce: Announce, intent: Intent) {
  announce(eventTypes[intent.status], paymentIntent(intent));
}

/** Tells that a refund was made. The charge tells of money that went back. */
export function announceRefund(announce: Announce, { refund, intent }: Refunded) {
  announce('refund.created', wireRefund(refund));
  if (refund.status === 'succeeded') announceGivenBack(announce, intent);
}

/** Tells what became of a refund; under two names, of which Stripe had one for cards before it had the other for all. */
export function announceOutcome(announce: Announce, { refund, intent }: Refunded) {
  announce(refund.status === 'failed' ? 'refund.failed' : 'refund.updated', wireRefund(refund));
  announce('charge.refund.updated', wireRefund(refund));
  if (refund.status === 'succeeded') announceGivenBack(announce, intent);
}

function announceGivenBack(announce: Announce, intent: SucceededIntent) {
  const charge = chargeOf(intent, intent.charge.created);
  if (charge) announce('charge.refunded', wireCharge(charge, intent));
}

const eventTypes: Record<Intent['status'], string> = {
  requires_payment_method: 'payment_intent.payment_failed',
  requires_confirmation: 'payment_intent.created',
  requires_action: 'payment_intent.requires_action',
  processing: 'payment_intent.processing',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
};
