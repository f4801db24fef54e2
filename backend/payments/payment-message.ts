import { z } from 'zod';
import type { AboutIntent, PaymentMessage } from '../../modules/payments/gateway.ts';
import { OddMessage } from './payment-errors.ts';

/** Seconds by which the provider's clock may be ahead of ours. */
const tolerance = 300;

/** The provider's ids are plain; what is not could be anything, and ids stand in the log. */
const id = z.string().regex(/^[\w-]{1,255}$/, 'must be an id');

/** What every event has: https://docs.stripe.com/api/events/object. */
const event = z.object({
  id,
  type: z.string().regex(/^[\w.]{1,255}$/, 'must be a type of event'),
  created: z.int().min(0),
  data: z.object({ object: z.looseObject({}) }),
});

/** Integer of minor units. */
const amount = z.int().min(0);
const about = {
  currency: z.string().regex(/^[a-z]{3}$/, 'must be a currency code'),
  // 500 characters are the most that Stripe keeps.
  metadata: z.object({ bookingId: z.string().max(500).optional() }),
};
type About = z.infer<z.ZodObject<typeof about>>;
const failure = z.object({
  message: z.string().nullish(),
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
});
const intent = z.object({ id, ...about });
const succeeded = intent.extend({ amount_received: amount });
const failed = intent.extend({ amount, last_payment_error: failure.nullish() });
const canceled = intent.extend({ amount, cancellation_reason: z.string().nullish() });
const charge = z.object({
  ...about,
  payment_intent: z.union([id, z.object({ id })]).nullish(),
  amount_refunded: amount,
  refunded: z.boolean(),
});

/**
 * Puts a verified event of the provider's into our words. Events of other types, or not of an order of ours, are
 * `ignored`: the provider sends every type that somebody has asked for, and tries for days what is refused.
 * @throws OddMessage for what is no event, or not of the shape that its type has.
 */
export function paymentMessage(json: unknown, now: Date): PaymentMessage {
  const { id: eventId, type, created, data } = read(event, json, '');
  if (created > now.getTime() / 1_000 + tolerance) {
    throw new OddMessage([{ path: 'created', message: 'is still to come' }], ` ${eventId} (${type})`);
  }
  const ignored: PaymentMessage = { kind: 'ignored', eventId, type };
  const at = new Date(created * 1_000).toISOString();
  const readObject = <Shape extends z.ZodType>(shape: Shape) =>
    read(shape, data.object, 'data.object', ` ${eventId} (${type})`);
  const orderOf = (object: About, intentId: string | undefined): AboutIntent | undefined => {
    const { bookingId } = object.metadata;
    return bookingId && intentId ? { eventId, bookingId, intentId, currency: object.currency, at } : undefined;
  };

  switch (type) {
    case 'payment_intent.succeeded': {
      const object = readObject(succeeded);
      const order = orderOf(object, object.id);
      return order ? { kind: 'succeeded', ...order, amount: object.amount_received } : ignored;
    }
    case 'payment_intent.payment_failed': {
      const object = readObject(failed);
      const order = orderOf(object, object.id);
      const { message, code, decline_code } = object.last_payment_error ?? {};
      return order
        ? {
            kind: 'failed',
            ...order,
            amount: object.amount,
            message: message ?? 'The payment failed.',
            code: code ?? undefined,
            declineCode: decline_code ?? undefined,
          }
        : ignored;
    }
    case 'payment_intent.canceled': {
      const object = readObject(canceled);
      const order = orderOf(object, object.id);
      const reason = object.cancellation_reason ?? undefined;
      return order ? { kind: 'canceled', ...order, amount: object.amount, reason } : ignored;
    }
    case 'charge.refunded': {
      const object = readObject(charge);
      const paid = object.payment_intent;
      // A charge carries a copy of its intent's metadata, so the order is known here too.
      const order = orderOf(object, typeof paid === 'string' ? paid : paid?.id);
      return order ? { kind: 'refunded', ...order, amount: object.amount_refunded, inFull: object.refunded } : ignored;
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
