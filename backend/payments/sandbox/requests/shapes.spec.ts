import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';
import stripe from './stripe-fields.json' with { type: 'json' };

/** Fields that the types of the stripe package have and Stripe's fixtures have not: newer, or left out until there is one. */
const typesOnly: { [Name in keyof typeof stripe.objects]?: readonly string[] } = {
  payment_intent: ['allowed_payment_method_types', 'payment_record'] satisfies (keyof Stripe.PaymentIntent)[],
  'payment_intent.automatic_payment_methods': [
    'allow_redirects',
  ] satisfies (keyof Stripe.PaymentIntent.AutomaticPaymentMethods)[],
  'charge.outcome': ['risk_level'] satisfies (keyof Stripe.Charge.Outcome)[],
  'charge.payment_method_details.card': [
    'electronic_commerce_indicator',
  ] satisfies (keyof Stripe.Charge.PaymentMethodDetails.Card)[],
  'radar.early_fraud_warning': ['payment_intent'] satisfies (keyof Stripe.Radar.EarlyFraudWarning)[],
  refund: ['failure_reason', 'pending_reason'] satisfies (keyof Stripe.Refund)[],
  'refund.destination_details.card': [
    'reference_status',
    'reference_type',
  ] satisfies (keyof Stripe.Refund.DestinationDetails.Card)[],
  dispute: ['intended_submission_method', 'network_reason_code'] satisfies (keyof Stripe.Dispute)[],
  'dispute.evidence_details': ['submission_method'] satisfies (keyof Stripe.Dispute.EvidenceDetails)[],
};

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

type Json = { [field: string]: unknown };
const get = async (path: string): Promise<Json> => (await sandbox.call('GET', path, { key: keys.secretKey })).body;
const post = (path: string, form: Record<string, string> = {}) =>
  sandbox.call('POST', path, { key: keys.secretKey, form });
const newest = async (list: string): Promise<Json> => {
  const { data } = await get(`/v1/${list}?limit=1`);
  return Array.isArray(data) ? data[0] : {};
};
/** An intent that a card of this token was charged for. */
async function charged(token: string): Promise<Json> {
  const form = { amount: '2000', currency: 'usd', payment_method: token, confirm: 'true' };
  await post('/v1/payment_intents', form);
  return newest('payment_intents');
}
/** A refund of what was paid with a card of this token. */
async function refunded(token: string): Promise<Json> {
  const { id } = await charged(token);
  return (await post('/v1/refunds', { payment_intent: String(id), amount: '500' })).body;
}
const messages = () => sandbox.received.map(({ body }): Json => JSON.parse(body.toString()));

/** What differs from Stripe's: by the names of fields, and the kinds of what they hold. */
function differences(name: string, object: Json): string[] {
  const expected: { [field: string]: string } = Object(Object(stripe.objects)[name]);
  const known = [...Object.keys(expected), ...(Object(typesOnly)[name] ?? [])];
  const own = [
    ...Object.keys(expected).flatMap((field) => (field in object ? [] : [`${name}.${field} is missing`])),
    ...Object.keys(object).flatMap((field) => (known.includes(field) ? [] : [`${name}.${field} is not Stripe's`])),
    ...Object.entries(object).flatMap(([field, value]) => {
      const kind = Array.isArray(value) ? 'array' : typeof value;
      const fits = value === null || [kind, 'unsaid', undefined].includes(expected[field]);
      return fits ? [] : [`${name}.${field} is ${kind}`];
    }),
  ];
  const parts = Object.entries(object).filter(([field, part]) => part !== null && `${name}.${field}` in stripe.objects);
  return [...own, ...parts.flatMap(([field, part]) => differences(`${name}.${field}`, Object(part)))];
}

describe('what the sandbox answers has the fields of Stripe’s own fixtures, and no others', () => {
  it.each<[string, string, () => Promise<Json>]>([
    [
      'payment_intent',
      'that waits for a card',
      () => post('/v1/payment_intents', { amount: '500', currency: 'usd' }).then(({ body }) => body),
    ],
    ['payment_intent', 'that is paid', () => charged('pm_card_visa')],
    ['payment_intent', 'whose card was declined', () => charged('pm_card_visa_chargeDeclined')],
    ['payment_intent', 'that asks for authentication', () => charged('pm_card_authenticationRequired')],
    ['payment_intent', 'that is processing', () => charged('pm_card_processing')],
    [
      'payment_intent',
      'that was canceled',
      async () => {
        const { body } = await post('/v1/payment_intents', { amount: '500', currency: 'usd' });
        return (await post(`/v1/payment_intents/${body.id}/cancel`, { cancellation_reason: 'abandoned' })).body;
      },
    ],
    ['charge', 'that succeeded', async () => get(`/v1/charges/${(await charged('pm_card_visa')).latest_charge}`)],
    [
      'charge',
      'that failed',
      async () => get(`/v1/charges/${(await charged('pm_card_visa_chargeDeclined')).latest_charge}`),
    ],
    [
      'charge',
      'that is pending',
      async () => get(`/v1/charges/${(await charged('pm_card_processing')).latest_charge}`),
    ],
    [
      'charge',
      'of an intent that is read with it',
      async () => {
        const { id } = await charged('pm_card_visa');
        return Object((await get(`/v1/payment_intents/${id}?expand[]=latest_charge`)).latest_charge);
      },
    ],
    ['refund', 'that succeeded', () => refunded('pm_card_visa')],
    ['refund', 'that is pending', () => refunded('pm_card_pendingRefund')],
    [
      'refund',
      'that failed',
      async () => {
        const { id } = await refunded('pm_card_visa');
        sandbox.dashboard.settleRefund(String(id), 'failed');
        return get(`/v1/refunds/${id}`);
      },
    ],
    [
      'dispute',
      'that took the money',
      async () => {
        await charged('pm_card_createDispute');
        return newest('disputes');
      },
    ],
    [
      'dispute',
      'that is an inquiry',
      async () => {
        await charged('pm_card_createDisputeInquiry');
        return newest('disputes');
      },
    ],
    [
      'payment_method',
      'that was declined',
      async () => Object(Object((await charged('pm_card_visa_chargeDeclined')).last_payment_error).payment_method),
    ],
    ['list', 'of anything', () => get('/v1/charges')],
  ])('a %s %s', async (name, _, read) => {
    expect(differences(name, await read())).toEqual([]);
  });

  it('a message, and what it is about', async () => {
    await refunded('pm_card_visa');
    await charged('pm_card_createDispute');
    await charged('pm_card_createIssuerFraudRecord');
    await expect.poll(() => messages().map(({ type }) => type)).toContain('radar.early_fraud_warning.created');
    await expect
      .poll(() => new Set(messages().map(({ data }) => Object(Object(data).object).object)))
      .toEqual(new Set(['payment_intent', 'refund', 'charge', 'dispute', 'radar.early_fraud_warning']));
    for (const message of messages()) {
      const { object } = Object(message.data);
      expect([...differences('event', message), ...differences(object.object, object)]).toEqual([]);
    }
  });

  it('finds what is missing, what is too much and what is of another kind', async () => {
    const { amount_details: _, ...intent } = await charged('pm_card_visa');
    expect(differences('payment_intent', { ...intent, amount: '2000', price: 1 })).toEqual([
      'payment_intent.amount_details is missing',
      "payment_intent.price is not Stripe's",
      'payment_intent.amount is string',
    ]);
  });
});
