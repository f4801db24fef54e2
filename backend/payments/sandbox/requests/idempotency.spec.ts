import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';

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

  /** A browser's try to pay with a card that is declined. */
  const declined = (intent: { [name: string]: unknown }, idempotencyKey: string) => ({
    path: `/v1/payment_intents/${intent.id}/confirm`,
    call: {
      key: keys.publishableKey,
      form: { client_secret: String(intent.client_secret), payment_method: 'pm_card_visa_chargeDeclined' },
      idempotencyKey,
    },
  });

  it('of a browser does not take one of the server', async () => {
    const { path, call } = declined((await create(form, 'k')).body, 'b1:1');
    expect((await sandbox.call('POST', path, call)).status).toBe(402);
    const order = { paymentId: 'b1', attempt: 1, amount: 500, currency: 'usd' };
    await expect(sandbox.gateway.createIntent(order)).resolves.toMatchObject({ status: 'requires_payment_method' });
  });

  it('of a browser is kept with what it did, and not with what was refused it', async () => {
    const paid = declined((await create(form, 'k')).body, 'did');
    const nobody = declined({ id: 'pi_nobody', client_secret: 'pi_nobody_secret_x' }, 'refused');
    for (const isAgain of [false, true]) {
      const did = await sandbox.call('POST', paid.path, paid.call);
      expect([did.status, did.headers.get('Idempotent-Replayed')]).toEqual([402, isAgain ? 'true' : null]);
      const refused = await sandbox.call('POST', nobody.path, nobody.call);
      expect([refused.status, refused.headers.get('Idempotent-Replayed')]).toEqual([404, null]);
    }
  });
});
