import type { z } from 'zod';
import { type Announce, announceIntent } from './announce.ts';
import type { Ids } from './ids.ts';
import { authenticate, cancel, confirm, type Intent, newIntent } from './intent.ts';
import { type Caller, same } from './keys.ts';
import type { authenticateParams, cancelParams, confirmParams, readCreateParams, refundParams } from './params.ts';
import { refund } from './refund.ts';
import type { SandboxStore } from './store.ts';
import { invalidRequest, resourceMissing, StripeFailure } from './stripe-failure.ts';
import { usedCardOf } from './used-card.ts';
import { charge } from './wire/charge.ts';
import { paymentIntent, publicPaymentIntent } from './wire/payment-intent.ts';
import { wireRefund } from './wire/refund.ts';

/** What a call works with: who asks, when, and where it is written. */
export type Bench = { caller: Caller; now: Date; store: SandboxStore; ids: Ids; announce: Announce };

export type Answer = { status: number; body: object };

const seconds = (time: Date) => Math.floor(time.getTime() / 1000);

export function createIntent(params: ReturnType<typeof readCreateParams>, bench: Bench): Answer {
  const { now, ids, store, announce } = bench;
  const card = usedCardOf(params, now, ids);
  const id = ids('pi_');
  const { amount, currency, metadata, description, receipt_email: receiptEmail } = params;
  const terms = { id, clientSecret: ids(`${id}_secret_`), amount, currency, metadata, description, receiptEmail };
  const intent = newIntent({ ...terms, created: seconds(now) }, card);
  store.saveIntent(intent);
  announce('payment_intent.created', paymentIntent(intent));
  return params.confirm === 'true' ? attempted(intent, undefined, bench) : shown(intent, bench);
}

export function confirmIntent(id: string, params: z.output<typeof confirmParams>, bench: Bench): Answer {
  const intent = find(id, params.client_secret, bench);
  return attempted(intent, usedCardOf(params, bench.now, bench.ids), bench);
}

export function authenticateIntent(id: string, params: z.output<typeof authenticateParams>, bench: Bench): Answer {
  const before = find(id, params.client_secret, bench);
  const facts = { chargeId: bench.ids('ch_'), now: seconds(bench.now) };
  const intent = authenticate(before, params.outcome, facts);
  bench.store.saveIntent(intent);
  announceIntent(bench.announce, intent);
  // A failure here is no error of this call: like Stripe.js, the browser reads last_payment_error.
  return shown(intent, bench);
}

export function cancelIntent(id: string, params: z.output<typeof cancelParams>, bench: Bench): Answer {
  const intent = cancel(find(id, undefined, bench), params.cancellation_reason, seconds(bench.now));
  bench.store.saveIntent(intent);
  announceIntent(bench.announce, intent);
  return shown(intent, bench);
}

export function retrieveIntent(id: string, clientSecret: string | undefined, bench: Bench): Answer {
  return shown(find(id, clientSecret, bench), bench);
}

export function createRefund(params: z.output<typeof refundParams>, bench: Bench): Answer {
  const { store, announce } = bench;
  const { payment_intent: intentId, amount, reason, metadata } = params;
  const paid = store.intent(intentId);
  if (!paid) throw resourceMissing('payment_intent', intentId, 'payment_intent');
  const id = bench.ids('re_');
  const done = refund(paid, { id, amount, reason, metadata, created: seconds(bench.now) });
  store.saveIntent(done.intent);
  store.saveRefund(done.refund);
  announce('refund.created', wireRefund(done.refund));
  announce('charge.refunded', charge(done.intent));
  return { status: 200, body: wireRefund(done.refund) };
}

export function retrieveRefund(id: string, { store }: Bench): Answer {
  const found = store.refund(id);
  if (!found) throw resourceMissing('refund', id, 'id');
  return { status: 200, body: wireRefund(found) };
}

/** Charges the card. A decline is kept and told of, and answered with 402. */
function attempted(before: Intent, card: Parameters<typeof confirm>[1], bench: Bench): Answer {
  const intent = confirm(before, card, { chargeId: bench.ids('ch_'), now: seconds(bench.now) });
  bench.store.saveIntent(intent);
  announceIntent(bench.announce, intent);
  if (intent.status !== 'requires_payment_method' || !intent.failure) return shown(intent, bench);
  const wire = bench.caller === 'server' ? paymentIntent(intent) : publicPaymentIntent(intent);
  const { code, declineCode, message, chargeId } = intent.failure;
  const attached = {
    charge: chargeId,
    payment_intent: wire,
    payment_method: wire.last_payment_error?.payment_method,
  };
  const failure = new StripeFailure({ status: 402, type: 'card_error', code, declineCode, message, attached });
  return { status: failure.status, body: failure.body };
}

function shown(intent: Intent, { caller }: Bench): Answer {
  return { status: 200, body: caller === 'server' ? paymentIntent(intent) : publicPaymentIntent(intent) };
}

/** A browser has to know the client secret; a server may send it and then has it checked too. */
function find(id: string, clientSecret: string | undefined, { caller, store }: Bench): Intent {
  if (caller === 'browser' && clientSecret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    });
  }
  const intent = store.intent(id);
  if (!intent) throw resourceMissing('payment_intent', id, 'intent');
  if (clientSecret !== undefined && !same(clientSecret, intent.clientSecret)) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with this PaymentIntent.',
      {
        code: 'payment_intent_invalid_parameter',
        param: 'client_secret',
      },
    );
  }
  return intent;
}
