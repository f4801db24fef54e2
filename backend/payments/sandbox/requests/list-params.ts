import { z } from 'zod';
import { positiveInteger, time } from './param-types.ts';
import { invalidRequest, resourceMissing } from './stripe-failure.ts';

const upTo100 = positiveInteger.refine((value) => value <= 100, {
  message: 'This value must be less than or equal to 100.',
  params: { code: 'parameter_invalid_integer' },
});

/** Seconds, or bounds of them. */
const created = z.union([
  time.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({ gt: time.optional(), gte: time.optional(), lt: time.optional(), lte: time.optional() }),
]);

/** What every list takes (https://docs.stripe.com/api/pagination). */
const pages = {
  limit: upTo100.default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: created.optional(),
  expand: z.unknown().optional(),
};
const one = { payment_intent: z.string().optional(), charge: z.string().optional() };

export const listIntentsParams = z.strictObject({ customer: z.string().optional(), ...pages });
export const listChargesParams = z.strictObject({
  customer: z.string().optional(),
  payment_intent: one.payment_intent,
  ...pages,
});
export const listOfOneParams = z.strictObject({ ...one, ...pages });

export type ListParams = z.output<typeof listOfOneParams> & { customer?: string };

/** Refuses what cannot be listed: two cursors at once, or what is of a customer, of whom the sandbox has none. */
export function checkList({ starting_after: after, ending_before: before, customer }: ListParams): void {
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: ending_before, starting_after.');
  }
  if (customer !== undefined) throw resourceMissing('customer', customer, 'customer');
}

/** The seconds between which it was made, both inclusive. */
export function boundsOf(created: ListParams['created'] = {}): { from?: number; until?: number } {
  const { gt, gte, lt, lte } = { gt: undefined, lt: undefined, ...created };
  const from = Math.max(gte ?? 0, gt === undefined ? 0 : gt + 1);
  const until = Math.min(lte ?? Number.MAX_SAFE_INTEGER, lt === undefined ? Number.MAX_SAFE_INTEGER : lt - 1);
  return { from, until };
}
