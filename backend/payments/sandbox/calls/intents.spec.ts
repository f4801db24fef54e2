import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';

let sandbox: SandboxUnderTest;
let attempt = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ deliver: false });
});
afterAll(() => sandbox.stop());

const order = (amount = 2000) => {
  attempt += 1;
  return sandbox.gateway.createIntent({ paymentId: 'b1', attempt, amount, currency: 'usd' });
};
const asServer = (path: string, form: Record<string, string> = {}, idempotencyKey?: string) =>
  sandbox.call('POST', path, { key: keys.secretKey, form, idempotencyKey });

describe('creating an intent', () => {
  it('gives the object Stripe documents', async () => {
    const form = { amount: '1999', currency: 'EUR', 'metadata[paymentId]': 'b7', 'metadata[tool]': 'Saw & drill' };
    const { status, body, headers } = await asServer('/v1/payment_intents', form);
    expect(status).toBe(200);
    expect(headers.get('Request-Id')).toMatch(/^req_/);
    expect(body).toMatchObject({
      object: 'payment_intent',
      amount: 1999,
      amount_received: 0,
      currency: 'eur',
      status: 'requires_payment_method',
      metadata: { paymentId: 'b7', tool: 'Saw & drill' },
      last_payment_error: null,
      latest_charge: null,
      next_action: null,
      payment_method: null,
      livemode: false,
    });
    expect(body.id).toMatch(/^pi_\w{24}$/);
    expect(body.client_secret).toMatch(new RegExp(`^${body.id}_secret_\\w{24}$`));
    expect(Math.abs(Number(body.created) - Date.now() / 1000)).toBeLessThan(60);
  });

  it('waits for confirmation when it comes with a card, and pays at once when told to', async () => {
    const form = { amount: '500', currency: 'usd', payment_method: 'pm_card_visa' };
    const { body } = await asServer('/v1/payment_intents', form);
    expect(body.status).toBe('requires_confirmation');
    expect((await asServer(`/v1/payment_intents/${body.id}/confirm`)).body.status).toBe('succeeded');
    expect((await asServer('/v1/payment_intents', { ...form, confirm: 'true' })).body.status).toBe('succeeded');
  });

  it.each([
    [{ currency: 'usd' }, 'parameter_missing', 'amount', 'Missing required param: amount.'],
    [{ amount: '500' }, 'parameter_missing', 'currency', 'Missing required param: currency.'],
    [{ amount: '10.5', currency: 'usd' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: 10.5'],
    [{ amount: 'ten', currency: 'usd' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: ten'],
    [
      { amount: '0', currency: 'usd' },
      'parameter_invalid_integer',
      'amount',
      'This value must be greater than or equal to 1.',
    ],
    [{ amount: '49', currency: 'usd' }, 'amount_too_small', 'amount', 'Amount must be at least $0.50 usd'],
    [{ amount: '49', currency: 'jpy' }, 'amount_too_small', 'amount', 'Amount must be at least ¥50 jpy'],
    [{ amount: '100000000', currency: 'usd' }, 'amount_too_large', 'amount', 'Amount must be no more than $999,999.99'],
    [
      { amount: `${Number.MAX_SAFE_INTEGER}`, currency: 'usd' },
      'amount_too_large',
      'amount',
      'Amount must be no more than $999,999.99',
    ],
    [{ amount: '500', currency: 'zzz' }, undefined, 'currency', 'Invalid currency: zzz.'],
    [{ amount: '500', currency: 'usd', price: '5' }, 'parameter_unknown', 'price', 'Received unknown parameter: price'],
    [
      { amount: '500', currency: 'usd', confirm: 'true' },
      'parameter_missing',
      'payment_method',
      'You must provide a payment_method or payment_method_data when confirm is true.',
    ],
  ])('refuses %o', async (form: Record<string, string>, code, param, message) => {
    const { status, error } = await asServer('/v1/payment_intents', form);
    expect([status, error.type, error.code, error.param, error.message]).toEqual([
      400,
      'invalid_request_error',
      code,
      param,
      message,
    ]);
  });

  it('does not know a PaymentMethod that is none', async () => {
    const { status, error } = await asServer('/v1/payment_intents', {
      amount: '500',
      currency: 'usd',
      payment_method: 'pm_card_nobody',
    });
    expect([status, error.code]).toEqual([404, 'resource_missing']);
  });
});

describe('keys', () => {
  it('lets nobody in without one, or with a wrong one', async () => {
    const path = '/v1/payment_intents';
    expect((await sandbox.call('POST', path)).status).toBe(401);
    const wrong = await sandbox.call('POST', path, { key: 'sk_test_somebodyelse' });
    expect([wrong.status, wrong.error.message]).toEqual([401, 'Invalid API Key provided: sk_test_********else']);
  });

  it('takes the secret key as Basic credentials too', async () => {
    const authorization = `Basic ${Buffer.from(`${keys.secretKey}:`).toString('base64')}`;
    const form = { amount: '500', currency: 'usd' };
    expect((await sandbox.call('POST', '/v1/payment_intents', { authorization, form })).status).toBe(200);
  });

  it('does not let a publishable key create, cancel or refund', async () => {
    const { intentId } = await order();
    for (const path of ['/v1/payment_intents', `/v1/payment_intents/${intentId}/cancel`, '/v1/refunds']) {
      const { status, error } = await sandbox.call('POST', path, { key: keys.publishableKey, form: {} });
      expect([status, error.code]).toEqual([401, 'secret_key_required']);
    }
  });

  it('shows a browser the intent whose secret it knows, and no more of it than it needs', async () => {
    const { intentId, clientSecret } = await order();
    const path = `/v1/payment_intents/${intentId}`;
    const seen = await sandbox.call('GET', `${path}?client_secret=${clientSecret}&key=${keys.publishableKey}`);
    expect(seen.body).toMatchObject({ id: intentId, status: 'requires_payment_method', amount: 2000 });
    expect(seen.body).not.toHaveProperty('metadata');
    const key = keys.publishableKey;
    expect((await sandbox.call('GET', path, { key })).error.param).toBe('client_secret');
    expect((await sandbox.call('GET', `${path}?client_secret=${intentId}_secret_x`, { key })).status).toBe(400);
  });

  it('does not let a browser pay with another client secret, nor without', async () => {
    const { intentId, clientSecret } = await order();
    expect((await sandbox.pay(`${intentId}_secret_guess`)).error.code).toBe('payment_intent_invalid_parameter');
    const form = { payment_method: 'pm_card_visa' };
    const path = `/v1/payment_intents/${intentId}/confirm`;
    expect((await sandbox.call('POST', path, { key: keys.publishableKey, form })).status).toBe(400);
    expect((await sandbox.gateway.intent(intentId)).status).toBe('requires_payment_method');
    const ok = await sandbox.call('POST', path, {
      form: { ...form, client_secret: clientSecret, key: keys.publishableKey },
    });
    expect(ok.status).toBe(200);
  });
});

describe('the end of an intent', () => {
  it('is paid once', async () => {
    const { clientSecret } = await order();
    await sandbox.pay(clientSecret);
    const { status, error } = await sandbox.pay(clientSecret);
    expect([status, error.code]).toEqual([400, 'payment_intent_unexpected_state']);
    expect(error.message).toContain('already succeeded');
  });

  it('cannot be paid once it is canceled, and not be canceled once it is paid', async () => {
    const canceled = await order();
    const path = `/v1/payment_intents/${canceled.intentId}/cancel`;
    const { body } = await asServer(path, { cancellation_reason: 'abandoned' });
    expect(body).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect((await asServer(path)).error.code).toBe('payment_intent_unexpected_state');
    expect((await sandbox.pay(canceled.clientSecret)).error.code).toBe('payment_intent_unexpected_state');
    const paid = await order();
    await sandbox.pay(paid.clientSecret);
    expect((await asServer(`/v1/payment_intents/${paid.intentId}/cancel`)).status).toBe(400);
  });

  it('cannot be confirmed without a card', async () => {
    const { intentId } = await order();
    const { status, error } = await asServer(`/v1/payment_intents/${intentId}/confirm`);
    expect([status, error.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });
});

describe('refunds', () => {
  const paidOrder = async (amount = 2000) => {
    const intent = await order(amount);
    await sandbox.pay(intent.clientSecret);
    return intent.intentId;
  };
  const refund = (intentId: string, form: Record<string, string> = {}) =>
    asServer('/v1/refunds', { payment_intent: intentId, ...form });

  it('gives back all, and shows the refund', async () => {
    const intentId = await paidOrder();
    const { status, body } = await refund(intentId, { reason: 'requested_by_customer', 'metadata[why]': 'gone' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'refund',
      amount: 2000,
      currency: 'usd',
      payment_intent: intentId,
      reason: 'requested_by_customer',
      status: 'succeeded',
      metadata: { why: 'gone' },
    });
    expect(body.id).toMatch(/^re_/);
    const shown = await sandbox.call('GET', `/v1/refunds/${body.id}`, { key: keys.secretKey });
    expect(shown.body).toEqual(body);
  });

  it('gives back in parts, never more than came in', async () => {
    const intentId = await paidOrder();
    const tooMuch = await refund(intentId, { amount: '2001' });
    expect(tooMuch.error.message).toBe('Refund amount ($20.01) is greater than charge amount ($20.00)');
    expect((await refund(intentId, { amount: '1500' })).status).toBe(200);
    const stillTooMuch = await refund(intentId, { amount: '501' });
    expect([stillTooMuch.status, stillTooMuch.error.message]).toEqual([
      400,
      'Refund amount ($5.01) is greater than unrefunded amount on charge ($5.00)',
    ]);
    expect((await refund(intentId)).body.amount).toBe(500);
    expect((await refund(intentId)).error.code).toBe('charge_already_refunded');
  });

  it('has nothing to give back before it is paid, for nobody, or for no good reason', async () => {
    const { intentId } = await order();
    expect((await refund(intentId)).error.code).toBe('payment_intent_unexpected_state');
    const nobody = await refund('pi_nobody');
    expect([nobody.status, nobody.error.message]).toEqual([404, "No such payment_intent: 'pi_nobody'"]);
    expect((await refund(await paidOrder(), { reason: 'whim' })).status).toBe(400);
    expect((await refund(await paidOrder(), { amount: '0' })).status).toBe(400);
    const missing = await sandbox.call('GET', '/v1/refunds/re_nobody', { key: keys.secretKey });
    expect([missing.status, missing.error.code]).toEqual([404, 'resource_missing']);
  });
});

describe('what is not there or cannot be read', () => {
  it('answers in the error shape, too', async () => {
    const unknown = await sandbox.call('GET', '/v1/customers', { key: keys.secretKey });
    expect([unknown.status, unknown.error.type]).toEqual([404, 'invalid_request_error']);
    const large = await asServer('/v1/payment_intents', { description: 'x'.repeat(200_000) });
    expect([large.status, large.error.type]).toEqual([413, 'invalid_request_error']);
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`metadata[a][${n}]`, '1']));
    const wide = await asServer('/v1/payment_intents', fields(101));
    expect([wide.status, wide.error.type]).toEqual([413, 'invalid_request_error']);
    expect((await asServer('/v1/payment_intents', fields(100))).status).toBe(400);
    expect(sandbox.unexpected).toEqual([]);
  });
});
