import Stripe from 'stripe';
import type { Ids } from './ids.ts';
import type { Intent } from './intent.ts';
import type { SandboxStore } from './store.ts';
import { paymentIntent } from './wire/payment-intent.ts';

/** What made something happen: the id and idempotency key of the request. */
export type Cause = { requestId: string; idempotencyKey?: string };

export type Announce = (type: string, object: object) => void;

/** Writes Stripe-shaped events into the store, in the same transaction as what they tell of. */
export function announcer(store: SandboxStore, ids: Ids, now: Date, cause: Cause): Announce {
  return (type, object) => {
    const id = ids('evt_');
    const event = {
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: Math.floor(now.getTime() / 1000),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: cause.requestId, idempotency_key: cause.idempotencyKey ?? null },
      type,
    };
    const at = now.getTime();
    store.saveMessage({ id, payload: JSON.stringify(event), created: at, attempts: 0, dueAt: at });
  };
}

/** Tells what became of an intent. */
export function announceIntent(announce: Announce, intent: Intent) {
  announce(eventTypes[intent.status], paymentIntent(intent));
}

const eventTypes: Record<Intent['status'], string> = {
  requires_payment_method: 'payment_intent.payment_failed',
  requires_confirmation: 'payment_intent.created',
  requires_action: 'payment_intent.requires_action',
  succeeded: 'payment_intent.succeeded',
  canceled: 'payment_intent.canceled',
};
