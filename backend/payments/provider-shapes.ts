import { z } from 'zod';
import { GatewayUnavailable } from './payment-errors.ts';

/** What this shop reads of the provider's objects. What else there is is let through. */
const id = z.string().min(1).max(255);
const amount = z.int().min(0);
const currency = z.string().regex(/^[a-z]{3}$/);
const created = z.int().min(0);
const metadata = z.record(z.string(), z.string());
/** An id, or the object itself where somebody asked for that. */
const reference = z.union([id, z.looseObject({ id })]).nullable();
const optionalText = z.string().nullish();

export const intentShape = z.looseObject({
  id,
  object: z.literal('payment_intent'),
  amount,
  amount_received: amount,
  // Only an intent read with a publishable key may come without its secret; ours never is.
  client_secret: z.string().min(1),
  currency,
  last_payment_error: z.looseObject({ message: optionalText }).nullish(),
  latest_charge: z.union([z.string(), z.looseObject({ created })]).nullish(),
  metadata,
  status: z.string(),
});
export type IntentShape = z.output<typeof intentShape>;

export const refundShape = z.looseObject({
  id,
  object: z.literal('refund'),
  amount,
  created,
  currency,
  failure_reason: optionalText,
  metadata: metadata.nullish(),
  payment_intent: reference,
  status: z.string().nullable(),
});
export type RefundShape = z.output<typeof refundShape>;

export const disputeShape = z.looseObject({
  id,
  object: z.literal('dispute'),
  amount,
  // What the bank has taken is below 0, and what came back above, in the currency of the shop's own balance.
  balance_transactions: z.array(z.looseObject({ amount: z.int() })).nullish(),
  created,
  currency,
  payment_intent: reference,
  status: z.string(),
});
export type DisputeShape = z.output<typeof disputeShape>;

/** A page of a list; one of which there is more has something in it. */
export const pageShape = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .looseObject({ data: z.array(shape), has_more: z.boolean() })
    .refine(({ data, has_more: hasMore }) => data.length > 0 || !hasMore, 'has more, and nothing in it');

/**
 * Takes what the provider answered for what was asked for. Anything on the way may answer in its place, and an answer that
 * is cut off or of something else says nothing of what was done.
 * @param isAsked whether it is the object that was asked for, and not another
 * @throws GatewayUnavailable for anything else: asking again under the same key is safe.
 */
export function expected<Shape extends z.ZodType>(
  shape: Shape,
  answer: unknown,
  isAsked: (object: z.output<Shape>) => boolean = () => true,
): z.output<Shape> {
  const { success, data, error } = shape.safeParse(answer);
  if (success && isAsked(data)) return data;
  // The fields, never what they hold: an intent has its secret in it.
  const fields = error?.issues.map(({ path }) => path.join('.') || 'the whole').join(', ') ?? 'it is another object';
  throw new GatewayUnavailable(`The provider answered with something else than was asked for: ${fields}.`);
}
