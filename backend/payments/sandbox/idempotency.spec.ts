import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys, type SandboxUnderTest, startSandbox } from '../../testing/sandbox-under-test.ts';

let sandbox: SandboxUnderTest;
let now: Date;

beforeEach(async () => {
  now = new Date('2030-01-01T00:00:00Z');
  sandbox = await startSandbox({ clock: () => now, deliver: false });
});
afterEach(() => sandbox.stop());

const create = (form: Record<string, string>, idempotencyKey: string) =>
  sandbox.call('POST', '/v1/payment_intents', { key: keys.secretKey, form, idempotencyKey });

describe('an idempotency key', () => {
  const form = { amount: '500', currency: 'usd' };

  it('gives the recorded answer to the same request', async () => {
    const first = await create(form, 'k');
    const second = await create({ currency: 'usd', amount: '500' }, 'k');
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('Idempotent-Replayed')).toBeNull();
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(second.headers.get('Original-Request')).toBe(first.headers.get('Request-Id'));
    expect((await create(form, 'other')).body.id).not.toBe(first.body.id);
  });

  it('is not to be used with other parameters, nor elsewhere', async () => {
    await create(form, 'k');
    const { status, error } = await create({ ...form, amount: '600' }, 'k');
    expect([status, error.type]).toEqual([400, 'idempotency_error']);
    expect(error.message).toContain('same parameters');
    const elsewhere = await sandbox.call('POST', '/v1/refunds', { key: keys.secretKey, form, idempotencyKey: 'k' });
    expect(elsewhere.error.message).toContain('same endpoint');
  });

  it('repeats a decline instead of trying the card again', async () => {
    const { intentId } = await sandbox.gateway.createIntent({
      paymentId: 'b',
      attempt: 1,
      amount: 500,
      currency: 'usd',
    });
    const path = `/v1/payment_intents/${intentId}/confirm`;
    const decline = () =>
      sandbox.call('POST', path, {
        key: keys.secretKey,
        form: { payment_method: 'pm_card_visa_chargeDeclined' },
        idempotencyKey: 'k',
      });
    const [first, second] = [await decline(), await decline()];
    expect(first.status).toBe(402);
    expect(second.body).toEqual(first.body);
  });

  it('is not taken by a request that was malformed', async () => {
    expect((await create({ amount: '500' }, 'k')).status).toBe(400);
    expect((await create(form, 'k')).status).toBe(200);
  });

  it('is free again after a day', async () => {
    const first = await create(form, 'k');
    now = new Date('2030-01-02T00:00:01Z');
    expect((await create(form, 'k')).body.id).not.toBe(first.body.id);
  });

  it('has at most 255 characters', async () => {
    expect((await create(form, 'k'.repeat(255))).status).toBe(200);
    expect((await create(form, 'k'.repeat(256))).status).toBe(400);
  });

  it('of a browser does not take one of the server', async () => {
    const path = '/v1/payment_intents/pi_x/confirm';
    const browser = { key: keys.publishableKey, form: { client_secret: 'pi_x_secret_y' }, idempotencyKey: 'b1:1' };
    expect((await sandbox.call('POST', path, browser)).status).toBe(404);
    const order = { paymentId: 'b1', attempt: 1, amount: 500, currency: 'usd' };
    await expect(sandbox.gateway.createIntent(order)).resolves.toMatchObject({ status: 'requires_payment_method' });
  });
});
