import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';

let sandbox: SandboxUnderTest;
beforeAll(async () => {
  sandbox = await startSandbox({ deliver: false });
});
afterAll(() => sandbox.stop());

const asServer = (method: string, path: string, form?: Record<string, string>, idempotencyKey?: string) =>
  sandbox.call(method, path, { key: keys.secretKey, form, idempotencyKey });
const create = (form: Record<string, string>, idempotencyKey?: string) =>
  asServer('POST', '/v1/payment_intents', { amount: '500', currency: 'usd', ...form }, idempotencyKey);

/** What an error of Stripe's may have (https://docs.stripe.com/api/errors). */
const fields = [
  'advice_code',
  'charge',
  'code',
  'decline_code',
  'doc_url',
  'message',
  'network_advice_code',
  'network_decline_code',
  'param',
  'payment_intent',
  'payment_method',
  'payment_method_type',
  'request_log_url',
  'setup_intent',
  'source',
  'type',
];

describe('an error is told as Stripe tells it', () => {
  it.each([
    ['GET', '/v1/payment_intents/pi_nobody', 'payment_intent', 'intent'],
    ['POST', '/v1/payment_intents/pi_nobody/confirm', 'payment_intent', 'intent'],
    ['POST', '/v1/payment_intents/pi_nobody/cancel', 'payment_intent', 'intent'],
    ['GET', '/v1/charges/ch_nobody', 'charge', 'id'],
    ['GET', '/v1/refunds/re_nobody', 'refund', 'id'],
    ['GET', '/v1/disputes/dp_nobody', 'dispute', 'dispute'],
    ['POST', '/v1/disputes/dp_nobody', 'dispute', 'dispute'],
    ['POST', '/v1/disputes/dp_nobody/close', 'dispute', 'dispute'],
  ])('of an id that is nobody’s: %s %s', async (method, path, what, param) => {
    const { status, error, headers } = await asServer(method, path, method === 'POST' ? {} : undefined);
    const id = path.split('/')[3];
    expect(status).toBe(404);
    expect(error).toEqual({
      type: 'invalid_request_error',
      code: 'resource_missing',
      doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
      message: `No such ${what}: '${id}'`,
      param,
    });
    expect(headers.get('Request-Id')).toMatch(/^req_\w{24}$/);
    expect(headers.get('Stripe-Version')).toBe(Stripe.API_VERSION);
  });

  it.each([
    [{ amount: '' }, 'parameter_invalid_empty', 'amount'],
    [{ currency: '' }, 'parameter_invalid_empty', 'currency'],
    [{ amount: '-5' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '1e3' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: '49' }, 'amount_too_small', 'amount'],
    [{ amount: '100000000' }, 'amount_too_large', 'amount'],
    [{ 'metadata[paymentId][x]': '1' }, undefined, 'metadata[paymentId]'],
    [{ 'automatic_payment_methods[enabled]': 'yes' }, undefined, 'automatic_payment_methods[enabled]'],
  ])('of parameters that cannot be: %o', async (form: Record<string, string>, code, param) => {
    const { status, error } = await create(form);
    expect([status, error.type, error.code, error.param]).toEqual([400, 'invalid_request_error', code, param]);
    expect(fields).toEqual(expect.arrayContaining(Object.keys(error)));
  });

  it('of ways to pay that are chosen twice', async () => {
    const { status, error } = await create({
      'automatic_payment_methods[enabled]': 'true',
      'payment_method_types[]': 'card',
    });
    expect([status, error.message]).toEqual([
      400,
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
    ]);
  });

  it('of a card that is declined, with what was charged', async () => {
    const { status, error } = await create({
      payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
      confirm: 'true',
    });
    expect(status).toBe(402);
    expect(fields).toEqual(expect.arrayContaining(Object.keys(error)));
    expect(error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      doc_url: 'https://stripe.com/docs/error-codes/card-declined',
      message: 'Your card has insufficient funds.',
      charge: expect.stringMatching(/^ch_\w{24}$/),
      payment_intent: { object: 'payment_intent', latest_charge: error.charge, status: 'requires_payment_method' },
      payment_method: { object: 'payment_method', id: expect.stringMatching(/^pm_\w{24}$/) },
    });
    const charge = await asServer('GET', `/v1/charges/${error.charge}`);
    expect(charge.body).toMatchObject({
      status: 'failed',
      failure_code: 'card_declined',
      failure_message: 'Your card has insufficient funds.',
      outcome: { network_status: 'declined_by_network', reason: 'insufficient_funds', type: 'issuer_declined' },
    });
  });

  it('of what the state of an intent does not allow, with the intent', async () => {
    const { body } = await create({ payment_method: 'pm_card_visa', confirm: 'true' });
    for (const call of ['confirm', 'cancel', 'authenticate']) {
      const form: Record<string, string> = call === 'authenticate' ? { outcome: 'success' } : {};
      const { status, error } = await asServer('POST', `/v1/payment_intents/${body.id}/${call}`, form);
      expect([status, error.code]).toEqual([400, 'payment_intent_unexpected_state']);
      expect(error.payment_intent).toMatchObject({ id: body.id, status: 'succeeded', metadata: {} });
    }
    const form = { client_secret: String(body.client_secret), payment_method: 'pm_card_visa' };
    const path = `/v1/payment_intents/${body.id}/confirm`;
    const { error } = await sandbox.call('POST', path, { key: keys.publishableKey, form });
    expect(error.payment_intent).toMatchObject({ id: body.id, status: 'succeeded' });
    expect(error.payment_intent).not.toHaveProperty('metadata');
  });

  it('of a security code that is wrong, by the field that it was typed into', async () => {
    const { error } = await create({ payment_method: 'pm_card_chargeDeclinedIncorrectCvc', confirm: 'true' });
    expect([error.code, error.param]).toEqual(['incorrect_cvc', 'cvc']);
  });

  it('again under its key, and says that it is said again', async () => {
    const first = await create({ amount: '49' }, 'too small');
    const well = await create({ payment_method: 'pm_card_visa_chargeDeclined', confirm: 'true' }, 'declined');
    expect((await create({ amount: '49' }, 'too small')).headers.get('Idempotent-Replayed')).toBeNull();
    const again = await create({ payment_method: 'pm_card_visa_chargeDeclined', confirm: 'true' }, 'declined');
    expect([again.status, again.error, again.headers.get('Idempotent-Replayed')]).toEqual([402, well.error, 'true']);
    expect(again.headers.get('Original-Request')).toBe(well.headers.get('Request-Id'));
    expect(first.status).toBe(400);
  });
});

describe('confirming as Stripe.js does', () => {
  it('takes what the Payment Element sends', async () => {
    const { body } = await create({ 'automatic_payment_methods[enabled]': 'true' });
    expect(body.automatic_payment_methods).toEqual({ allow_redirects: 'always', enabled: true });
    const confirmed = await sandbox.call('POST', `/v1/payment_intents/${body.id}/confirm`, {
      form: {
        return_url: 'http://127.0.0.1/dashboard/payment/b1',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242 4242 4242 4242',
        'payment_method_data[card][cvc]': '123',
        'payment_method_data[card][exp_year]': '50',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[allow_redisplay]': 'unspecified',
        'payment_method_data[billing_details][address][country]': 'US',
        'payment_method_data[billing_details][address][postal_code]': '94107',
        'payment_method_data[payment_user_agent]': 'stripe.js/1; stripe-js-v3/1; payment-element',
        'payment_method_data[time_on_page]': '1000',
        'payment_method_data[client_attribution_metadata][merchant_integration_source]': 'elements',
        'payment_method_data[guid]': 'NA',
        expected_payment_method_type: 'card',
        'client_context[currency]': 'usd',
        'client_context[mode]': 'payment',
        'client_attribution_metadata[merchant_integration_source]': 'elements',
        'radar_options[hcaptcha_token]': 'token',
        use_stripe_sdk: 'true',
        key: keys.publishableKey,
        _stripe_version: Stripe.API_VERSION,
        client_secret: String(body.client_secret),
      },
    });
    expect([confirmed.status, confirmed.body.status]).toEqual([200, 'succeeded']);
  });
});

describe('trying out cards', () => {
  it('is refused for a while after ten tries in ten seconds, of that payment alone, and never of the server', async () => {
    let now = Date.now();
    const patient = await startSandbox({ deliver: false, clock: () => new Date(now) });
    const begun = () =>
      patient.call('POST', '/v1/payment_intents', { key: keys.secretKey, form: { amount: '500', currency: 'usd' } });
    const [one, other] = [(await begun()).body, (await begun()).body];
    const tried = async ({ id, client_secret }: typeof one, key = keys.publishableKey) => {
      const form = { client_secret: String(client_secret), payment_method: 'pm_card_visa_chargeDeclined' };
      return patient.call('POST', `/v1/payment_intents/${id}/confirm`, { key, form });
    };
    for (let n = 0; n < 10; n++) expect((await tried(one)).status).toBe(402);
    const refused = await tried(one);
    expect([refused.status, refused.error?.code]).toEqual([429, 'rate_limit']);
    expect((await tried(other)).status).toBe(402);
    expect((await tried(one, keys.secretKey)).status).toBe(402);
    now += 10_000;
    expect((await tried(one)).status).toBe(402);
    await patient.stop();
  });
});
