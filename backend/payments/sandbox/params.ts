import { z } from 'zod';
import { checkChargeable, checkCurrency } from './amounts.ts';
import { refundReasons } from './refund.ts';
import { invalidRequest, type StripeFailure } from './stripe-failure.ts';

const integer = z.string().transform((text, context) => {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  context.addIssue({
    code: 'custom',
    message: `Invalid integer: ${text}`,
    params: { code: 'parameter_invalid_integer' },
  });
  return z.NEVER;
});

const positiveInteger = integer.refine((value) => value >= 1, {
  message: 'This value must be greater than or equal to 1.',
  params: { code: 'parameter_invalid_integer' },
});

/** Limits of https://docs.stripe.com/api/metadata. An empty value means the key is not set. */
const metadata = z
  .record(
    z.string().max(40, 'Metadata keys can be at most 40 characters.'),
    z.string().max(500, 'Metadata values can be at most 500 characters.'),
  )
  .refine((pairs) => Object.keys(pairs).length <= 50, 'You can have at most 50 metadata keys.')
  .transform((pairs) => Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== '')));

const cardFields = z.object({
  number: z.string(),
  exp_month: integer,
  exp_year: integer,
  cvc: z.string().optional(),
});

const payment = {
  /** The id of a test PaymentMethod, `pm_card_visa` and so on. */
  payment_method: z.string().optional(),
  payment_method_data: z
    .object({
      type: z.literal('card', 'The sandbox takes cards only.'),
      card: cardFields,
      billing_details: z.object({ name: z.string().optional() }).optional(),
    })
    .optional(),
};

/** What Stripe.js and servers may send along and the sandbox has no use for. */
const accepted = {
  automatic_payment_methods: z.unknown().optional(),
  payment_method_types: z.unknown().optional(),
  confirmation_method: z.literal('automatic', 'The sandbox confirms automatically only.').optional(),
  expand: z.unknown().optional(),
  expected_payment_method_type: z.unknown().optional(),
  off_session: z.unknown().optional(),
  return_url: z.unknown().optional(),
  setup_future_usage: z.unknown().optional(),
  shipping: z.unknown().optional(),
  use_stripe_sdk: z.unknown().optional(),
};

const byBrowser = {
  key: z.unknown().optional(),
  client_secret: z.string().optional(),
};

const createParams = z.strictObject({
  amount: positiveInteger,
  currency: z.string().toLowerCase(),
  metadata: metadata.default({}),
  description: z.string().optional(),
  receipt_email: z.string().optional(),
  confirm: z.enum(['true', 'false'], 'Invalid boolean.').default('false'),
  ...payment,
  ...accepted,
});

export const confirmParams = z.strictObject({
  ...payment,
  ...accepted,
  ...byBrowser,
  receipt_email: z.unknown().optional(),
});

export const authenticateParams = z.strictObject({
  outcome: z.enum(['success', 'failure'], 'Invalid outcome: must be one of success or failure'),
  ...byBrowser,
});

const cancellationReasons = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'] as const;

export const cancelParams = z.strictObject({
  cancellation_reason: z
    .enum(cancellationReasons, `Invalid cancellation_reason: must be one of ${cancellationReasons.join(', ')}`)
    .optional(),
  expand: z.unknown().optional(),
});

export const refundParams = z.strictObject({
  payment_intent: z.string(),
  amount: positiveInteger.optional(),
  reason: z.enum(refundReasons, `Invalid reason: must be one of ${refundReasons.join(', ')}`).optional(),
  metadata: metadata.default({}),
  expand: z.unknown().optional(),
});

const upTo100 = positiveInteger.refine((value) => value <= 100, {
  message: 'This value must be less than or equal to 100.',
  params: { code: 'parameter_invalid_integer' },
});

/** Of one intent only: the sandbox has no use for other lists. */
export const listRefundsParams = z.strictObject({
  payment_intent: z.string(),
  limit: upTo100.default(10),
  starting_after: z.string().optional(),
  expand: z.unknown().optional(),
});

export const respondParams = z.strictObject({
  evidence: z.looseObject({ uncategorized_text: z.string().optional() }).optional(),
  submit: z.enum(['true', 'false'], 'Invalid boolean.').optional(),
  metadata: metadata.optional(),
  expand: z.unknown().optional(),
});

export const noParams = z.strictObject({ expand: z.unknown().optional() });

/** Reads what a new intent needs. Throws StripeFailure 400, also for an amount Stripe would not charge. */
export function readCreateParams(raw: unknown): z.output<typeof createParams> {
  const params = read(createParams, raw);
  checkCurrency(params.currency);
  checkChargeable(params.amount, params.currency);
  if (params.confirm === 'true' && !params.payment_method && !params.payment_method_data) {
    throw invalidRequest('You must provide a payment_method or payment_method_data when confirm is true.', {
      code: 'parameter_missing',
      param: 'payment_method',
    });
  }
  return params;
}

/** Reads parameters. Throws StripeFailure 400 that names the first one that is wrong, in Stripe's words. */
export function read<Params>(schema: z.ZodType<Params>, raw: unknown): Params {
  const result = schema.safeParse(raw ?? {}, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue ? failureOf(issue) : invalidRequest('Invalid request.');
}

function failureOf(issue: z.core.$ZodIssue): StripeFailure {
  const [first = '', ...rest] = issue.path.map(String);
  const named = (more: string[]) => more.map((part) => `[${part}]`).join('');
  const param = first + named(rest);
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const unknown = first ? param + named([key]) : key;
    return invalidRequest(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  }
  if (issue.input === undefined && issue.code !== 'custom') {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  const code = issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : undefined;
  return invalidRequest(issue.code === 'invalid_type' ? `Invalid ${param}` : issue.message, { code, param });
}
