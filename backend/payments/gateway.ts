import Stripe from 'stripe';
import type { PaymentGateway, PaymentMessage, ProviderPage } from '../../modules/payments/gateway.ts';
import { asking, askingForShop, reading } from './asking.ts';
import { httpClientAt } from './http-client-at.ts';
import { GatewayRefused } from './payment-errors.ts';
import { paymentMessage } from './payment-message.ts';
import { createdIntent, intentReport, providerDispute, providerRefund } from './provider-objects.ts';
import { disputeShape, expected, intentShape, pageShape, type RefundShape, refundShape } from './provider-shapes.ts';
import { verifiedJson } from './verify-webhook.ts';

export type StripeGatewayOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Address that takes the place of https://api.stripe.com, without the trailing /v1. Asked at each call. */
  apiBase?: () => string;
  /** What takes the place of HTTP to that address. */
  httpClient?: ReturnType<typeof Stripe.createNodeHttpClient>;
  /** Milliseconds to wait for one answer; 10,000 when left out. */
  timeout?: number;
  /** How often a call without an answer is repeated, under the same key; 2 when left out. */
  maxNetworkRetries?: number;
  /** By which messages are late or still to come; the machine's when left out. */
  clock?: () => Date;
};

/** As many of a list as Stripe gives at once. */
const pageSize = 100;

/** A gateway that is at hand: it reads a message at once. */
export type StripeGateway = Omit<PaymentGateway, 'readWebhook'> & {
  readonly readWebhook: (...message: Parameters<PaymentGateway['readWebhook']>) => PaymentMessage;
};

/** The gateway over the `stripe` package, to Stripe itself or to whatever answers at `apiBase`. */
export function stripeGateway(options: StripeGatewayOptions): StripeGateway {
  const {
    secretKey,
    webhookSecret,
    apiBase = () => 'https://api.stripe.com',
    timeout = 10_000,
    maxNetworkRetries = 2,
    clock = () => new Date(),
    httpClient = httpClientAt(apiBase),
  } = options;
  const stripe = new Stripe(secretKey, { timeout, maxNetworkRetries, telemetry: false, httpClient });

  const intent: PaymentGateway['intent'] = (intentId) =>
    reading(async () => {
      const found = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
      return intentReport(expected(intentShape, found, ({ id }) => id === intentId));
    });

  return {
    createIntent: ({ paymentId, attempt, amount, currency }) =>
      askingForShop(async () => {
        const made = await stripe.paymentIntents.create(
          {
            amount,
            currency,
            metadata: { paymentId },
            // What the shop's owner has switched on at Stripe: cards, wallets, and what takes people to another page.
            automatic_payment_methods: { enabled: true },
          },
          { idempotencyKey: `${paymentId}:${attempt}` },
        );
        return createdIntent(expected(intentShape, made, ({ metadata }) => metadata.paymentId === paymentId));
      }),

    intent,

    async cancelIntent(intentId) {
      try {
        return await asking(async () => {
          const cancelled = await stripe.paymentIntents.cancel(intentId);
          return intentReport(expected(intentShape, cancelled, ({ id }) => id === intentId));
        });
      } catch (reason) {
        if (!(reason instanceof GatewayRefused) || reason.code !== 'payment_intent_unexpected_state') throw reason;
        const report = await intent(intentId);
        if (isTooLate.has(report.status)) return report;
        throw reason;
      }
    },

    refund: ({ intentId, refundId, attempt, amount, reason }) =>
      asking(async () => {
        const made = await stripe.refunds.create(
          { payment_intent: intentId, amount, reason, metadata: { refundId } },
          { idempotencyKey: `${refundId}:${attempt}` },
        );
        return providerRefund(expected(refundShape, made, ({ metadata }) => metadata?.refundId === refundId));
      }),

    refunds: (intentId) =>
      reading(async () => {
        const newestFirst: RefundShape[] = [];
        for (let after: string | undefined, hasMore = true; hasMore; ) {
          const asked = { payment_intent: intentId, limit: pageSize, starting_after: after };
          const page = expected(pageShape(refundShape), await stripe.refunds.list(asked));
          newestFirst.push(...page.data);
          hasMore = page.has_more;
          after = page.data.at(-1)?.id;
        }
        return newestFirst.reverse().map(providerRefund);
      }),

    refundById: (providerRefundId) =>
      reading(async () => {
        const found = await stripe.refunds.retrieve(providerRefundId);
        return providerRefund(expected(refundShape, found, ({ id }) => id === providerRefundId));
      }),

    dispute: (disputeId) =>
      reading(async () => {
        const found = await stripe.disputes.retrieve(disputeId);
        return providerDispute(expected(disputeShape, found, ({ id }) => id === disputeId));
      }),

    refundsSince: (at, after) =>
      reading(async () => {
        const asked = { created: { gte: secondsOf(at) }, limit: pageSize, starting_after: after };
        return pageOf(expected(pageShape(refundShape), await stripe.refunds.list(asked)), providerRefund);
      }),

    disputesSince: (at, after) =>
      reading(async () => {
        const asked = { created: { gte: secondsOf(at) }, limit: pageSize, starting_after: after };
        return pageOf(expected(pageShape(disputeShape), await stripe.disputes.list(asked)), providerDispute);
      }),

    readWebhook(rawBody: Buffer, signatureHeader: string | undefined) {
      const signed = { rawBody, signature: signatureHeader, secret: webhookSecret };
      const now = clock();
      return paymentMessage(verifiedJson(stripe.webhooks, signed, now), now, isLiveKey(secretKey));
    },
  };
}

/** Whether money is taken with a key; undefined for one that does not say. */
function isLiveKey(secretKey: string): boolean | undefined {
  if (secretKey.includes('_live_')) return true;
  return secretKey.includes('_test_') ? false : undefined;
}

/** Stripe counts in seconds. */
const secondsOf = (at: string) => Math.floor(Date.parse(at) / 1_000);

/** What belongs to no intent is of other money than this shop takes. */
function pageOf<Shape extends { id: string; payment_intent: unknown }, Item>(
  { data, has_more: hasMore }: { data: readonly Shape[]; has_more: boolean },
  itemOf: (object: Shape) => Item,
): ProviderPage<Item> {
  const items = data.filter((object) => object.payment_intent !== null).map(itemOf);
  const next = hasMore ? data.at(-1)?.id : undefined;
  return { items, ...(next !== undefined && { next }) };
}

/** Where an intent can be cancelled no more. */
const isTooLate: ReadonlySet<string> = new Set(['succeeded', 'processing', 'canceled']);
