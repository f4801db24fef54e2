import type { z } from 'zod';
import { announceIntent } from '../messages/announce.ts';
import { chargeOf } from '../objects/charge.ts';
import { authenticate, cancel, confirm, type Intent, newIntent, settlePayment } from '../objects/intent.ts';
import { usedCardOf } from '../objects/used-card.ts';
import { same } from '../requests/keys.ts';
import type { authenticateParams, cancelParams, confirmParams, readCreateParams } from '../requests/params.ts';
import { invalidRequest, resourceMissing, StripeFailure } from '../requests/stripe-failure.ts';
import { wireCharge } from '../wire/charge.ts';
import { fraudWarning } from '../wire/fraud-warning.ts';
import { paymentIntent, publicPaymentIntent } from '../wire/payment-intent.ts';
import { type Answer, type Bench, type CallBench, seconds } from './bench.ts';
import { disputeAsCardDoes } from './dispute-calls.ts';

export function createIntent(params: ReturnType<typeof readCreateParams>, bench: CallBench): Answer {
  const { now, ids, store, announce } = bench;
  const card = usedCardOf(params, now, ids);
  const id = ids('pi_');
  const { amount, currency, metadata, description, receipt_email: receiptEmail } = params;
  const { automatic_payment_methods: chosen = { enabled: true, allow_redirects: 'always' } } = params;
  const automatic = params.payment_method_types === undefined && chosen.enabled ? chosen : null;
  const terms = {
    id,
    clientSecret: ids(`${id}_secret_`),
    amount,
    currency,
    metadata,
    description,
    receiptEmail,
    automatic,
  };
  const intent = newIntent({ ...terms, created: seconds(now) }, card);
  store.saveIntent(intent);
  announce('payment_intent.created', paymentIntent(intent));
  return params.confirm === 'true' ? attempted(intent, undefined, bench) : shown(intent, bench);
}

export function confirmIntent(id: string, params: z.output<typeof confirmParams>, bench: CallBench): Answer {
  const intent = find(id, params.client_secret, bench);
  return attempted(intent, usedCardOf(params, bench.now, bench.ids), bench);
}

export function authenticateIntent(id: string, params: z.output<typeof authenticateParams>, bench: CallBench): Answer {
  const before = find(id, params.client_secret, bench);
  const facts = { chargeId: bench.ids('ch_'), now: seconds(bench.now) };
  const intent = allowed(before, bench, () => authenticate(before, params.outcome, facts));
  keep(intent, bench);
  // A failure here is no error of this call: like Stripe.js, the browser reads last_payment_error.
  return shown(intent, bench);
}

export function cancelIntent(id: string, params: z.output<typeof cancelParams>, bench: CallBench): Answer {
  const before = find(id, undefined, bench);
  const intent = allowed(before, bench, () => cancel(before, params.cancellation_reason, seconds(bench.now)));
  keep(intent, bench);
  return shown(intent, bench);
}

/** `withCharge`: the whole charge in the place of its id, as servers may ask for it (https://docs.stripe.com/expand). */
export function retrieveIntent(
  id: string,
  { clientSecret, withCharge }: { clientSecret: string | undefined; withCharge: boolean },
  bench: CallBench,
): Answer {
  const intent = find(id, clientSecret, bench);
  const wire = paymentIntent(intent);
  const charge = withCharge && bench.caller === 'server' ? bench.store.charge(String(wire.latest_charge)) : undefined;
  if (!charge) return shown(intent, bench);
  return { status: 200, body: { ...wire, latest_charge: wireCharge(charge, intent) } };
}

/** The bank says at last whether it pays; nothing when nobody waits for that. */
export function settlePaymentOf(id: string, outcome: 'succeeded' | 'failed', bench: Bench): void {
  const before = bench.store.intent(id);
  const intent = before && settlePayment(before, outcome);
  if (!intent) return;
  bench.store.dropLater(id);
  keep(intent, bench);
}

/** Charges the card. A decline is kept and told of, and answered with 402. */
function attempted(before: Intent, card: Parameters<typeof confirm>[1], bench: CallBench): Answer {
  const facts = { chargeId: bench.ids('ch_'), now: seconds(bench.now) };
  const intent = allowed(before, bench, () => confirm(before, card, facts));
  keep(intent, bench);
  if (intent.status !== 'requires_payment_method' || !intent.failure) return shown(intent, bench);
  const wire = wireFor(intent, bench);
  const { code, declineCode, message, param, chargeId } = intent.failure;
  const attached = {
    charge: chargeId,
    payment_intent: wire,
    payment_method: wire.last_payment_error?.payment_method,
  };
  const failure = new StripeFailure({ status: 402, type: 'card_error', code, declineCode, message, param, attached });
  return { status: failure.status, body: failure.body };
}

/** Writes what became of an intent, tells of it, and begins what follows. */
function keep(intent: Intent, bench: Bench): void {
  bench.store.saveIntent(intent);
  const charge = chargeOf(intent, seconds(bench.now));
  if (charge) bench.store.saveCharge({ ...charge, created: bench.store.charge(charge.id)?.created ?? charge.created });
  announceIntent(bench.announce, intent);
  if (intent.status === 'processing') {
    const dueAt = bench.now.getTime() + bench.laterAfter;
    bench.store.saveLater({ about: 'payment', id: intent.id, outcome: 'succeeded', dueAt });
  }
  if (intent.status === 'succeeded') {
    disputeAsCardDoes(intent, bench);
    if (intent.card.warning) bench.announce('radar.early_fraud_warning.created', fraudWarning(intent, bench));
  }
}

/** What the state of an intent does not allow is refused with the intent, which says what its state is. */
function allowed(before: Intent, bench: CallBench, change: () => Intent): Intent {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error;
    throw new StripeFailure({ ...error.details, attached: { payment_intent: wireFor(before, bench) } });
  }
}

function shown(intent: Intent, bench: CallBench): Answer {
  return { status: 200, body: wireFor(intent, bench) };
}

function wireFor(intent: Intent, { caller }: CallBench) {
  return caller === 'server' ? paymentIntent(intent) : publicPaymentIntent(intent);
}

/** A browser has to know the client secret; a server may send it and then has it checked too. */
function find(id: string, clientSecret: string | undefined, { caller, store }: CallBench): Intent {
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
