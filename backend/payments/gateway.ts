import Stripe from 'stripe';
import type { CreatedIntent, IntentStatus, PaymentGateway, RefundReceipt } from '../../modules/payments/gateway.ts';
import { httpClientAt } from './http-client-at.ts';
import { GatewayRefused, GatewayUnavailable } from './payment-errors.ts';
import { paymentMessage } from './payment-message.ts';
import { verifiedJson } from './verify-webhook.ts';

export type StripeGatewayOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Address that takes the place of https://api.stripe.com, without the trailing /v1. Asked at each call. */
  apiBase?: () => string;
  /** Milliseconds to wait for one answer; 10,000 when left out. */
  timeout?: number;
  /** How often a call without an answer is repeated; 2 when left out. */
  maxNetworkRetries?: number;
  /** By which messages are late or still to come; the machine's when left out. */
  clock?: () => Date;
};

/** The gateway over the `stripe` package, to Stripe itself or to whatever answers at `apiBase`. */
export function stripeGateway(options: StripeGatewayOptions): PaymentGateway {
  const {
    secretKey,
    webhookSecret,
    apiBase,
    timeout = 10_000,
    maxNetworkRetries = 2,
    clock = () => new Date(),
  } = options;
  const stripe = new Stripe(secretKey, {
    timeout,
    maxNetworkRetries,
    telemetry: false,
    ...(apiBase ? { httpClient: httpClientAt(apiBase) } : {}),
  });

  return {
    createIntent: ({ bookingId, attempt, amount, currency, metadata }) =>
      asking(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount,
            currency,
            metadata: { ...metadata, bookingId },
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          },
          { idempotencyKey: `${bookingId}:${attempt}` },
        );
        return created(intent);
      }),

    intent: (intentId) =>
      asking(async () => {
        const intent = await stripe.paymentIntents.retrieve(intentId);
        return {
          ...created(intent),
          amount: intent.amount,
          amountReceived: intent.amount_received,
          currency: intent.currency,
          bookingId: intent.metadata.bookingId,
          latestChargeError: intent.last_payment_error?.message,
        };
      }),

    refund: ({ intentId, amount, reason, key }) =>
      asking(async () => {
        const refund = await stripe.refunds.create(
          { payment_intent: intentId, amount, reason },
          { idempotencyKey: key },
        );
        return { refundId: refund.id, status: refundStatus(refund.status) };
      }),

    readWebhook(rawBody, signatureHeader) {
      const signed = { rawBody, signature: signatureHeader, secret: webhookSecret };
      const now = clock();
      return paymentMessage(verifiedJson(stripe.webhooks, signed, now), now);
    },
  };
}

function created({ id, client_secret, status }: Stripe.PaymentIntent): CreatedIntent {
  // Only an intent read with a publishable key may come without its secret; ours never is.
  if (client_secret === null) throw new GatewayUnavailable(`PaymentIntent ${id} came without its client secret.`);
  return { intentId: id, clientSecret: client_secret, status: intentStatus(status) };
}

const intentStatuses: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'succeeded',
  'canceled',
];

/** A status Stripe may add one day is neither money nor an end: read it as still going on. */
function intentStatus(status: string): IntentStatus {
  return intentStatuses.find((known) => known === status) ?? 'processing';
}

function refundStatus(status: string | null): RefundReceipt['status'] {
  switch (status) {
    case 'succeeded':
    case 'failed':
    case 'canceled':
    case 'requires_action':
      return status;
    default:
      return 'pending';
  }
}

/** Tells what may pass by itself from what will not. */
async function asking<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && refusals.some((kind) => error instanceof kind)) {
      const { message, code, decline_code: declineCode, requestId } = error;
      throw new GatewayRefused(message, { code, declineCode, requestId });
    }
    if (error instanceof Stripe.errors.StripeError) throw new GatewayUnavailable(error.message, { cause: error });
    throw error;
  }
}

// A wrong key or missing permission is left out on purpose: it is ours to mend, and no fault of who asked.
const refusals = [
  Stripe.errors.StripeCardError,
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripeIdempotencyError,
];
