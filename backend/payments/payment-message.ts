import { z } from 'zod';
import type { AboutIntent, PaymentMessage } from '../../modules/payments/gateway.ts';
import { OddMessage } from './payment-errors.ts';
import { tolerance } from './verify-webhook.ts';

/** The provider's ids are plain; what is not could be anything, and ids stand in the log. */
const id = z.string().regex(/^[\w-]{1,255}$/, 'must be an id');

/** What every event has: https://docs.stripe.com/api/events/object. */
const event = z.object({
  id,
  type: z.string().regex(/^[\w.]{1,255}$/, 'must be a type of event'),
  created: z.int().min(0),
  livemode: z.boolean().optional(),
  /** Of whom it is, where that is not the shop's own account but one connected to it. */
  account: z.string().nullish(),
  data: z.object({ object: z.looseObject({}) }),
});

/** Integer of minor units. */
const amount = z.int().min(0);
const about = {
  currency: z.string().regex(/^[a-z]{3}$/, 'must be a currency code'),
  // 500 characters are the most that Stripe keeps.
  metadata: z.object({ paymentId: z.string().max(500).optional() }),
};
const failure = z.object({
  message: z.string().nullish(),
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
});
const intent = z.object({ id, amount, ...about });
const succeeded = intent.extend({ amount_received: amount });
const failed = intent.extend({ last_payment_error: failure.nullish() });
const canceled = intent.extend({ cancellation_reason: z.string().nullish() });

/** An id, or the object itself where somebody asked for that. */
const intentId = z.union([id, z.object({ id }).transform((object) => object.id)]).nullish();
const refundOrDispute = z.object({ id, payment_intent: intentId });
const charge = z.object({ payment_intent: intentId });

/**
 * Puts a verified event of the provider's into our words. Events of other types, or about no payment like ours, are
 * `ignored`: the provider sends every type that somebody has asked for, and tries for days what is refused. So are those of accounts that are
 * connected to the shop's, and those of test mode, which come to a live endpoint for them, too
 * (https://docs.stripe.com/connect/webhooks): no money of the shop's is in either. Of a refund and a dispute only ids are read: what
 * became of them is asked for.
 * @param isLive whether the shop's key is one for money; undefined where that cannot be told
 * @throws OddMessage for what is no event, or not of the shape that its type has.
 */
export function paymentMessage(json: unknown, now: Date, isLive?: boolean): PaymentMessage {
  const { id: eventId, type, created, livemode, account, data } = read(event, json, '');
  if (created > now.getTime() / 1_000 + tolerance) {
    throw new OddMessage([{ path: 'created', message: 'is still to come' }], ` ${eventId} (${type})`);
  }
  const ignored: PaymentMessage = { kind: 'ignored', eventId, type };
  const isOfOtherMode = isLive !== undefined && livemode !== undefined && livemode !== isLive;
  if (isOfOtherMode || account) return ignored;
  const at = new Date(created * 1_000).toISOString();
  const readObject = <Shape extends z.ZodType>(shape: Shape) =>
    read(shape, data.object, 'data.object', ` ${eventId} (${type})`);
  const aboutIntent = (object: z.infer<typeof intent>): AboutIntent | undefined => {
    const { paymentId } = object.metadata;
    const { id: intentId, amount, currency } = object;
    return paymentId ? { eventId, at, paymentId, intentId, amount, currency } : undefined;
  };

  switch (type) {
    case 'payment_intent.succeeded': {
      const object = readObject(succeeded);
      const about = aboutIntent(object);
      return about ? { ...about, kind: 'succeeded', amount: object.amount_received } : ignored;
    }
    case 'payment_intent.processing': {
      const about = aboutIntent(readObject(intent));
      return about ? { ...about, kind: 'processing' } : ignored;
    }
    case 'payment_intent.payment_failed': {
      const object = readObject(failed);
      const about = aboutIntent(object);
      const { message, code, decline_code } = object.last_payment_error ?? {};
      const why = { code: code ?? undefined, declineCode: decline_code ?? undefined };
      return about ? { ...about, kind: 'failed', message: message ?? 'The payment failed.', ...why } : ignored;
    }
    case 'payment_intent.canceled': {
      const object = readObject(canceled);
      const about = aboutIntent(object);
      return about ? { ...about, kind: 'canceled', reason: object.cancellation_reason ?? undefined } : ignored;
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { id: providerRefundId, payment_intent: intentId } = readObject(refundOrDispute);
      return intentId ? { kind: 'refund', eventId, at, providerRefundId, intentId } : ignored;
    }
    case 'charge.refunded': {
      const { payment_intent: intentId } = readObject(charge);
      return intentId ? { kind: 'refund', eventId, at, intentId } : ignored;
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { id: disputeId, payment_intent: intentId } = readObject(refundOrDispute);
      return intentId ? { kind: 'dispute', eventId, at, disputeId, intentId } : ignored;
    }
    default:
      return ignored;
  }
}

function read<Shape extends z.ZodType>(shape: Shape, value: unknown, at: string, which = ''): z.output<Shape> {
  const { success, data, error } = shape.safeParse(value);
  if (success) return data;
  const errors = error.issues.map(({ path, message }) => ({ path: [at, ...path].filter(String).join('.'), message }));
  throw new OddMessage(errors, which);
}
