import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';

let sandbox: SandboxUnderTest;
let attempt = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ clock: () => new Date('2030-06-15T12:00:00Z'), deliver: false });
});
afterAll(() => sandbox.stop());

const order = () => {
  attempt += 1;
  return sandbox.gateway.createIntent({ paymentId: 'b1', attempt, amount: 2000, currency: 'usd' });
};

describe('cards that pay', () => {
  it.each([
    ['4242424242424242', '123'],
    ['4242 4242 4242 4242', '123'],
    ['4000056655665556', '123'],
    ['5555555555554444', '123'],
    ['2223003122003222', '123'],
    ['378282246310005', '1234'],
    ['6011111111111117', '123'],
    ['3056930009020004', '123'],
    ['36227206271667', '123'],
    ['3566002020360505', '123'],
    ['6200000000000005', '123'],
    ['6205500000000000004', '123'],
  ])('%s', async (number, cvc) => {
    const { clientSecret, intentId } = await order();
    const { status, body } = await sandbox.pay(clientSecret, { number, cvc });
    expect([status, body.status]).toEqual([200, 'succeeded']);
    expect(await sandbox.gateway.intent(intentId)).toMatchObject({ status: 'succeeded', amountReceived: 2000 });
  });

  it('pays with a test PaymentMethod and with a year of two digits', async () => {
    const first = await order();
    const path = `/v1/payment_intents/${first.intentId}/confirm`;
    const paid = await sandbox.call('POST', path, { key: keys.secretKey, form: { payment_method: 'pm_card_visa' } });
    expect(paid.body.status).toBe('succeeded');
    const second = await order();
    expect((await sandbox.pay(second.clientSecret, { exp_year: '31' })).body.status).toBe('succeeded');
  });
});

describe('cards the bank declines', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('%s: %s', async (number, code, decline_code, message) => {
    const { clientSecret, intentId } = await order();
    const { status, error } = await sandbox.pay(clientSecret, { number });
    expect(status).toBe(402);
    expect(error).toMatchObject({ type: 'card_error', code, message });
    expect(error.decline_code).toBe(decline_code);
    expect(error.charge).toMatch(/^ch_/);
    expect(error.payment_intent).toMatchObject({ id: intentId, status: 'requires_payment_method' });
    expect(error.payment_intent).not.toHaveProperty('metadata');
    expect(error.payment_method).toMatchObject({ card: { last4: number.slice(-4) } });
    const report = await sandbox.gateway.intent(intentId);
    expect(report).toMatchObject({ latestChargeError: message, amountReceived: 0 });
    expect((await sandbox.pay(clientSecret)).body).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });
});

describe('cards that cannot be right', () => {
  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number', 'Your card number is incorrect.'],
    [{ number: '4242' }, 'invalid_number', 'The card number is not a valid credit card number.'],
    [{ exp_month: '13' }, 'invalid_expiry_month', "Your card's expiration month is invalid."],
    [{ exp_year: '2029' }, 'invalid_expiry_year', "Your card's expiration year is invalid."],
    [{ exp_year: '2081' }, 'invalid_expiry_year', "Your card's expiration year is invalid."],
    [{ exp_year: '2030', exp_month: '5' }, 'expired_card', 'Your card has expired.'],
    [{ cvc: '12' }, 'invalid_cvc', "Your card's security code is invalid."],
    [{ number: '378282246310005', cvc: '123' }, 'invalid_cvc', "Your card's security code is invalid."],
    [
      { number: '4111111111111111' },
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
        'For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    ],
  ])('%o: %s', async (card, code, message) => {
    const { clientSecret, intentId } = await order();
    const { status, error } = await sandbox.pay(clientSecret, { exp_year: '2040', ...card });
    expect([status, error.type, error.code, error.message]).toEqual([402, 'card_error', code, message]);
    // Nothing was tried, so the intent knows of no failure.
    expect((await sandbox.gateway.intent(intentId)).latestChargeError).toBeUndefined();
  });

  it('are good until the end of their month', async () => {
    const { clientSecret } = await order();
    expect((await sandbox.pay(clientSecret, { exp_year: '2030', exp_month: '6' })).status).toBe(200);
  });
});

describe('cards that ask who is paying', () => {
  const authenticate = (clientSecret: string, outcome: string) =>
    sandbox.call('POST', `/v1/payment_intents/${clientSecret.split('_secret_')[0]}/authenticate`, {
      key: keys.publishableKey,
      form: { client_secret: clientSecret, outcome },
    });

  it('pays after its owner proved who they are', async () => {
    const { clientSecret, intentId } = await order();
    const asked = await sandbox.pay(clientSecret, { number: '4000002500003155' });
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect((await sandbox.gateway.intent(intentId)).amountReceived).toBe(0);
    expect((await authenticate(clientSecret, 'success')).body).toMatchObject({
      status: 'succeeded',
      next_action: null,
    });
    expect((await sandbox.gateway.intent(intentId)).amountReceived).toBe(2000);
  });

  it('asks for another card when they did not', async () => {
    const { clientSecret } = await order();
    await sandbox.pay(clientSecret, { number: '4000002500003155' });
    const { status, body } = await authenticate(clientSecret, 'failure');
    expect([status, body.status]).toEqual([200, 'requires_payment_method']);
    expect(body.last_payment_error).toMatchObject({ code: 'payment_intent_authentication_failure' });
  });

  it('may still be declined afterwards', async () => {
    const { clientSecret } = await order();
    await sandbox.pay(clientSecret, { number: '4000008260003178' });
    const { body } = await authenticate(clientSecret, 'success');
    expect(body.last_payment_error).toMatchObject({ decline_code: 'insufficient_funds' });
  });

  it('cannot be answered unasked, or with the wrong secret', async () => {
    const { clientSecret } = await order();
    expect((await authenticate(clientSecret, 'success')).error.code).toBe('payment_intent_unexpected_state');
    await sandbox.pay(clientSecret, { number: '4000002500003155' });
    expect((await authenticate(`${clientSecret}x`, 'success')).status).toBe(400);
    expect((await authenticate(clientSecret, 'maybe')).status).toBe(400);
  });
});
