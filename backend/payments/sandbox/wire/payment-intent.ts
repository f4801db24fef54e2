import type Stripe from 'stripe';
import type { Intent, PaymentFailure } from '../objects/intent.ts';
import { docUrl } from '../requests/stripe-failure.ts';
import { paymentMethod } from './payment-method.ts';

/** Stripe's PaymentIntent object, for whoever holds the secret key (https://docs.stripe.com/api/payment_intents/object). */
export function paymentIntent(intent: Intent): Stripe.PaymentIntent {
  return {
    ...publicPaymentIntent(intent),
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    application: null,
    application_fee_amount: null,
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    latest_charge: latestCharge(intent),
    managed_payments: null,
    metadata: intent.metadata,
    on_behalf_of: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_record: null,
    review: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  };
}

/** The subset of a PaymentIntent that a browser with a publishable key gets to see: no metadata, no charge. */
export function publicPaymentIntent(intent: Intent) {
  const { automatic = { allow_redirects: 'never', enabled: true } } = intent;
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    amount_details: { tip: {} },
    automatic_payment_methods: automatic,
    canceled_at: intent.status === 'canceled' ? intent.canceledAt : null,
    cancellation_reason: intent.status === 'canceled' ? (intent.reason ?? null) : null,
    capture_method: 'automatic_async',
    client_secret: intent.clientSecret,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: intent.currency,
    description: intent.description ?? null,
    last_payment_error:
      intent.status === 'requires_payment_method' && intent.failure ? lastPaymentError(intent.failure) : null,
    livemode: false,
    next_action: intent.status === 'requires_action' ? nextAction(intent.id) : null,
    payment_method: 'card' in intent ? intent.card.id : null,
    payment_method_configuration_details: automatic?.enabled ? { id: 'pmc_sandbox', parent: null } : null,
    payment_method_types: ['card'],
    processing: null,
    receipt_email: intent.receiptEmail ?? null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    status: intent.status,
  } satisfies Partial<Stripe.PaymentIntent>;
}

/** The charge id of the last attempt, whether it succeeded or not. */
function latestCharge(intent: Intent): string | null {
  if (intent.status === 'succeeded' || intent.status === 'processing') return intent.charge.id;
  if (intent.status === 'requires_payment_method') return intent.failure?.chargeId ?? null;
  return null;
}

function lastPaymentError({ type, code, declineCode, message, param, chargeId, card }: PaymentFailure) {
  return {
    charge: chargeId,
    code,
    decline_code: declineCode,
    doc_url: docUrl(code),
    message,
    param,
    payment_method: paymentMethod(card),
    type,
  } satisfies Stripe.PaymentIntent.LastPaymentError;
}

/** Stripe.js would show the bank's page; here the browser asks its user and reports to `authenticate`. */
function nextAction(intentId: string) {
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: `/v1/payment_intents/${intentId}/authenticate`,
    },
  } satisfies Stripe.PaymentIntent.NextAction;
}
