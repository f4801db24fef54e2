import { z } from 'zod';
import { checkChargeable, checkCurrency } from '../objects/amounts.ts';
import { refundReasons } from '../objects/refund.ts';
import { integer, positiveInteger, text } from './param-types.ts';
import { invalidRequest, type StripeFailure } from './stripe-failure.ts';

/** Limits of https://docs.stripe.com/api/metadata. An empty value means the key is not set. */
const metadata = z
  .record(
    z.string().max(40, 'Metadata keys can be at most 40 characters.'),
    z.string().max(500, 'Metadata values can be at most 500 characters.'),
  )
  .refine((pairs) => Object.keys(pairs).length <= 50, 'You can have at most 50 metadata keys.')
  .transform((pairs) => Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== '')));

const boolean = z.enum(['true', 'false'], 'Invalid boolean.');

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
  client_attribution_metadata: z.unknown().optional(),
  client_context: z.unknown().optional(),
  confirmation_method: z.literal('automatic', 'The sandbox confirms automatically only.').optional(),
  expand: z.unknown().optional(),
  expected_payment_method_type: z.unknown().optional(),
  mandate_data: z.unknown().optional(),
  off_session: z.unknown().optional(),
  payment_method_options: z.unknown().optional(),
  payment_method_types: z.unknown().optional(),
  radar_options: z.unknown().optional(),
  return_url: z.unknown().optional(),
  setup_future_usage: z.unknown().optional(),
  shipping: z.unknown().optional(),
  use_stripe_sdk: z.unknown().optional(),
};

const byBrowser = {
  key: z.unknown().optional(),
  _stripe_account: z.unknown().optional(),
  _stripe_version: z.unknown().optional(),
  client_secret: z.string().optional(),
};

const createParams = z.strictObject({
  amount: positiveInteger,
  currency: text.toLowerCase(),
  automatic_payment_methods: z
    .object({
      enabled: boolean.transform((enabled) => enabled === 'true'),
      allow_redirects: z.enum(['always', 'never']).default('always'),
    })
    .optional(),
  metadata: metadata.default({}),
  description: z.string().optional(),
  receipt_email: z.string().optional(),
  confirm: boolean.default('false'),
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
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: positiveInteger.optional(),
  reason: z.enum(refundReasons, `Invalid reason: must be one of ${refundReasons.join(', ')}`).optional(),
  metadata: metadata.default({}),
  expand: z.unknown().optional(),
});

export const respondParams = z.strictObject({
  evidence: z.looseObject({ uncategorized_text: z.string().optional() }).optional(),
  submit: boolean.optional(),
  metadata: metadata.optional(),
  expand: z.unknown().optional(),
});

export const noParams = z.strictObject({ expand: z.unknown().optional() });

/** Reads what a new intent needs. Throws StripeFailure 400, also for an amount Stripe would not charge. */
export function readCreateParams(raw: unknown): z.output<typeof createParams> {
  const params = read(createParams, raw);
  if (params.automatic_payment_methods && params.payment_method_types !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    );
  }
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
  if (issue.input === '') {
    const message =
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however ` +
      `'${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    return invalidRequest(message, { code: 'parameter_invalid_empty', param });
  }
  const code = issue.code === 'custom' && typeof issue.params?.code === 'string' ? issue.params.code : undefined;
  return invalidRequest(issue.code === 'invalid_type' ? `Invalid ${param}` : issue.message, { code, param });
}
