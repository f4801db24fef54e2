import { afterEach, describe, expect, it } from 'vitest';
import { AnsweredWithFault } from '../../../modules/payments/gateway.ts';
import { keys, type SandboxUnderTest, startSandbox } from '../../testing/servers/sandbox-under-test.ts';
import { GatewayUnavailable } from '../payment-errors.ts';
import type { Fault } from './faults.ts';

let sandbox: SandboxUnderTest;
let now = new Date('2030-01-01T00:00:00Z');
/** What goes wrong next, by the call. */
const next = new Map<string, Fault>();
afterEach(() => {
  next.clear();
  return sandbox.stop();
});

const start = (maxNetworkRetries = 0) =>
  startSandbox({
    clock: () => now,
    deliver: false,
    maxNetworkRetries,
    faults: (call) => {
      const fault = next.get(call);
      next.delete(call);
      return fault;
    },
  });
async function paid() {
  const order = { paymentId: 'p1', attempt: 1, amount: 2000, currency: 'usd' };
  const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
  await sandbox.pay(clientSecret);
  return intentId;
}
const refundOf = (intentId: string) =>
  ({ intentId, refundId: 'r1', attempt: 1, amount: 500, reason: 'duplicate' }) as const;

describe('a provider that fails', () => {
  it.each([
    ['before it did what was asked', 'fails before', 0],
    ['after it did what was asked', 'fails after', 1],
  ] as const)('%s says so again under the same key, and does nothing more', async (_, fault, done) => {
    sandbox = await start();
    const intentId = await paid();
    next.set('POST /v1/refunds', fault);
    const order = refundOf(intentId);
    await expect(sandbox.gateway.refund(order)).rejects.toThrow(AnsweredWithFault);
    for (let n = 0; n < 3; n++) await expect(sandbox.gateway.refund(order)).rejects.toThrow(AnsweredWithFault);
    // Whoever looks knows what was done, and begins anew only then.
    const refunds = await sandbox.gateway.refunds(intentId);
    expect(refunds.map(({ refundId }) => refundId)).toEqual(done ? ['r1'] : []);
    if (!done) expect((await sandbox.gateway.refund({ ...order, attempt: 2 })).state).toBe('succeeded');
  });

  it('says so for a day, and would do the same a second time then', async () => {
    sandbox = await start();
    const intentId = await paid();
    next.set('POST /v1/refunds', 'fails after');
    await expect(sandbox.gateway.refund(refundOf(intentId))).rejects.toThrow(AnsweredWithFault);
    now = new Date(now.getTime() + 23 * 3_600_000);
    await expect(sandbox.gateway.refund(refundOf(intentId))).rejects.toThrow(AnsweredWithFault);
    now = new Date(now.getTime() + 3_600_001);
    await sandbox.gateway.refund(refundOf(intentId));
    expect(await sandbox.gateway.refunds(intentId)).toHaveLength(2);
  });

  it('marks an answer that it gives again', async () => {
    sandbox = await start();
    next.set('POST /v1/payment_intents', 'fails before');
    const form = { amount: '500', currency: 'usd' };
    const create = () =>
      sandbox.call('POST', '/v1/payment_intents', { key: keys.secretKey, form, idempotencyKey: 'k' });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status, second.headers.get('Idempotent-Replayed')]).toEqual([500, 500, 'true']);
    expect(second.error).toEqual({ type: 'api_error', message: 'An unknown error occurred.' });
  });

  it('is not asked twice about what it does not keep', async () => {
    sandbox = await start(2);
    const intentId = await paid();
    next.set(`GET /v1/payment_intents/${intentId}`, 'fails before');
    await expect(sandbox.gateway.intent(intentId)).rejects.toThrow(AnsweredWithFault);
    expect((await sandbox.gateway.intent(intentId)).status).toBe('succeeded');
  });
});

describe('an answer that is lost', () => {
  it.each(['loses the request', 'loses the answer'] as const)(
    'is asked for again under the same key when it %s, and it was done once',
    async (fault) => {
      sandbox = await start(1);
      const intentId = await paid();
      next.set('POST /v1/refunds', fault);
      expect((await sandbox.gateway.refund(refundOf(intentId))).state).toBe('succeeded');
      expect(await sandbox.gateway.refunds(intentId)).toHaveLength(1);
    },
  );

  it('leaves it open whether it was done, when it is lost again and again', async () => {
    let lost = 0;
    sandbox = await startSandbox({ deliver: false, faults: () => (lost++ < 2 ? 'loses the answer' : undefined) });
    const order = { paymentId: 'p1', attempt: 1, amount: 2000, currency: 'usd' };
    const asked = sandbox.gateway.createIntent(order);
    await expect(asked).rejects.toThrow(GatewayUnavailable);
    await expect(asked).rejects.not.toThrow(AnsweredWithFault);
    await expect(sandbox.gateway.createIntent(order)).resolves.toMatchObject({ status: 'requires_payment_method' });
  });
});
