import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';
import { sqliteStore } from './sqlite-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (options: Parameters<typeof startSandbox>[0] = {}) =>
  startSandbox({ ...options, store: sqliteStore(join(folder, 'sandbox.db')) });

const order = { paymentId: 'b1', attempt: 1, amount: 2000, currency: 'usd' };

describe('a sandbox that is started again', () => {
  it('knows its intents, refunds and idempotency keys', async () => {
    const first = await start();
    const created = await first.gateway.createIntent(order);
    await first.pay(created.clientSecret);
    const refund = {
      intentId: created.intentId,
      amount: 500,
      reason: 'duplicate',
      refundId: 'r1',
      attempt: 1,
    } as const;
    const receipt = await first.gateway.refund(refund);
    await first.stop();

    const second = await start();
    expect(await second.gateway.intent(created.intentId)).toMatchObject({ status: 'succeeded', amountReceived: 2000 });
    expect(await second.gateway.createIntent(order)).toEqual(created);
    expect(await second.gateway.refund(refund)).toEqual(receipt);
    const shown = await second.call('GET', `/v1/refunds/${receipt.providerRefundId}`, { key: keys.secretKey });
    expect(shown.body.amount).toBe(500);
    await expect(second.gateway.refund({ ...refund, amount: 1501, refundId: 'r2' })).rejects.toThrow('greater than');
    await second.stop();
  });

  it('delivers what the earlier run could not', async () => {
    const first = await start({ webhookAnswers: () => 503 });
    const { clientSecret } = await first.gateway.createIntent(order);
    await first.pay(clientSecret);
    await expect.poll(() => first.received.map(({ message }) => message.kind)).toContain('succeeded');
    await first.stop();

    const second = await start();
    await expect.poll(() => second.received.map(({ message }) => message.kind)).toContain('succeeded');
    await expect.poll(() => second.received).toHaveLength(2);

    const store = sqliteStore(join(folder, 'sandbox.db'));
    await expect.poll(() => store.waitingMessages(1)).toEqual([]);
    store.close();
    await second.stop();
  });

  it('was not held up by a webhook that never answered, and delivers that message too', async () => {
    const first = await start({ webhookAnswers: () => undefined });
    await first.gateway.createIntent(order);
    await expect.poll(() => first.received).toHaveLength(1);
    await first.stop();

    const second = await start();
    await expect.poll(() => second.received).toHaveLength(1);
    expect(second.received[0]?.message).toEqual(first.received[0]?.message);
    await second.stop();
    expect([...first.unexpected, ...second.unexpected]).toEqual([]);
  });

  it('never wrote down a card number', async () => {
    const first = await start({ deliver: false });
    const { clientSecret } = await first.gateway.createIntent(order);
    await first.pay(clientSecret, { number: '4000000000000002' });
    await first.pay(clientSecret, { number: '4111111111111111' });
    await first.pay(clientSecret);
    const files = readdirSync(folder).map((file) => readFileSync(join(folder, file)).toString('latin1'));
    await first.stop();
    expect(files.join()).toContain('succeeded');
    for (const number of ['4000000000000002', '4111111111111111', '4242424242424242']) {
      expect(files.join()).not.toContain(number);
    }
  });
});
