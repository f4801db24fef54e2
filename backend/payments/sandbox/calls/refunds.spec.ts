import { afterEach, describe, expect, it } from 'vitest';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';

let sandbox: SandboxUnderTest;
let payments = 0;
let now = new Date('2030-01-01T00:00:00Z');
afterEach(() => sandbox.stop());

const start = (options: Parameters<typeof startSandbox>[0] = {}) =>
  startSandbox({ clock: () => now, deliver: false, ...options });
/** Money received, of a card of this number. */
async function paid(number = '4242424242424242', amount = 2000) {
  const { intentId, clientSecret } = await sandbox.gateway.createIntent({
    paymentId: `p${++payments}`,
    attempt: 1,
    amount,
    currency: 'usd',
  });
  await sandbox.pay(clientSecret, { number });
  return intentId;
}
const list = (query: Record<string, string>) =>
  sandbox.call('GET', `/v1/refunds?${new URLSearchParams(query)}`, { key: keys.secretKey });
const events = () =>
  sandbox.received.map(({ body }) => JSON.parse(body.toString())).map(({ type, data }) => [type, data.object]);

describe('the refunds of an intent', () => {
  it('are listed newest first, a page at a time', async () => {
    sandbox = await start();
    const intentId = await paid();
    for (const amount of [100, 200, 300]) sandbox.dashboard.refund(intentId, amount);
    const first = await list({ payment_intent: intentId, limit: '2' });
    expect(first.body).toMatchObject({ object: 'list', url: '/v1/refunds', has_more: true });
    expect(first.body.data).toMatchObject([{ amount: 300 }, { amount: 200 }]);
    const ids = (await sandbox.gateway.refunds(intentId)).map(({ providerRefundId }) => providerRefundId);
    const after = await list({ payment_intent: intentId, limit: '2', starting_after: ids[1] ?? '' });
    expect(after.body).toMatchObject({ has_more: false, data: [{ id: ids[0], amount: 100 }] });
  });

  it('are all found by the gateway, also those that somebody made by hand', async () => {
    sandbox = await start();
    const intentId = await paid('4242424242424242', 100_000);
    for (let n = 0; n < 130; n++) sandbox.dashboard.refund(intentId, 100 + n);
    const order = { intentId, amount: 50, reason: 'requested_by_customer', attempt: 1 } as const;
    await sandbox.gateway.refund({ ...order, refundId: 'ours' });
    const refunds = await sandbox.gateway.refunds(intentId);
    expect(refunds.map(({ amount }) => amount)).toEqual([...Array.from({ length: 130 }, (_, n) => 100 + n), 50]);
    expect(refunds.filter(({ refundId }) => refundId !== undefined)).toMatchObject([{ refundId: 'ours', amount: 50 }]);
  });

  it('cannot be listed of what is not there, from nowhere, or by the thousand', async () => {
    sandbox = await start();
    const payment_intent = await paid();
    expect((await list({ payment_intent: 'pi_nobody' })).error.code).toBe('resource_missing');
    expect((await list({ payment_intent, starting_after: 're_nobody' })).error.message).toBe(
      "No such refund: 're_nobody'",
    );
    expect((await list({ payment_intent, limit: '101' })).error.code).toBe('parameter_invalid_integer');
    const browser = { key: keys.publishableKey };
    expect((await sandbox.call('GET', `/v1/refunds?payment_intent=${payment_intent}`, browser)).status).toBe(401);
  });
});

describe('what is to go back', () => {
  const give = (form: Record<string, string>) => sandbox.call('POST', '/v1/refunds', { key: keys.secretKey, form });

  it('is named by its charge as well, and by one of the two', async () => {
    sandbox = await start();
    const payment_intent = await paid();
    const path = `/v1/payment_intents/${payment_intent}`;
    const charge = String((await sandbox.call('GET', path, { key: keys.secretKey })).body.latest_charge);
    const { status, body } = await give({ charge, amount: '500' });
    expect([status, body]).toMatchObject([200, { amount: 500, charge, payment_intent }]);
    expect((await give({})).error.message).toContain('payment_intent or charge');
    expect((await give({ charge, payment_intent })).error.message).toContain('only specify one');
    expect((await give({ charge: 'ch_nobody' })).error).toMatchObject({ code: 'resource_missing', param: 'charge' });
  });
});

describe('a refund that takes its time', () => {
  it('is pending at first, counts as on its way, and succeeds', async () => {
    sandbox = await start({ laterAfter: 60_000 });
    const intentId = await paid('4000000000007726');
    const order = { intentId, refundId: 'r1', attempt: 1, amount: 1500, reason: 'duplicate' } as const;
    const { providerRefundId, state } = await sandbox.gateway.refund(order);
    expect(state).toBe('pending');
    await expect(sandbox.gateway.refund({ ...order, refundId: 'r2', amount: 501 })).rejects.toThrow('greater than');
    now = new Date(now.getTime() + 59_000);
    expect((await sandbox.gateway.refundById(providerRefundId)).state).toBe('pending');
    now = new Date(now.getTime() + 1_000);
    expect((await sandbox.gateway.refundById(providerRefundId)).state).toBe('succeeded');
  });

  it('fails after it had succeeded, and can be made anew', async () => {
    sandbox = await start({ laterAfter: 60_000 });
    const intentId = await paid('4000000000005126');
    const order = { intentId, refundId: 'r1', attempt: 1, amount: 2000, reason: 'duplicate' } as const;
    const { providerRefundId, state } = await sandbox.gateway.refund(order);
    expect(state).toBe('succeeded');
    now = new Date(now.getTime() + 60_000);
    expect(await sandbox.gateway.refundById(providerRefundId)).toMatchObject({
      state: 'failed',
      failureReason: 'expired_or_canceled_card',
      refundId: 'r1',
    });
    const again = await sandbox.gateway.refund({ ...order, attempt: 2 });
    expect(again.providerRefundId).not.toBe(providerRefundId);
  });

  it('can be ended by the bank, or in the dashboard, before its time and once', async () => {
    sandbox = await start();
    const intentId = await paid('4000000000007726');
    const order = { intentId, refundId: 'r1', attempt: 1, amount: 2000, reason: 'duplicate' } as const;
    const { providerRefundId } = await sandbox.gateway.refund(order);
    sandbox.dashboard.settleRefund(providerRefundId, 'canceled');
    sandbox.dashboard.settleRefund(providerRefundId, 'succeeded');
    now = new Date(now.getTime() + 3_600_000);
    expect((await sandbox.gateway.refundById(providerRefundId)).state).toBe('canceled');
  });

  it('is told of in Stripe’s events, each with what is then known', async () => {
    sandbox = await startSandbox({ laterAfter: 20 });
    const [slow, failing] = [await paid('4000000000007726'), await paid('4000000000005126')];
    sandbox.dashboard.refund(slow);
    sandbox.dashboard.refund(failing);
    const about = (intentId: string) =>
      events().flatMap(([type, object]) =>
        object.payment_intent === intentId ? [`${type} ${object.status} ${object.failure_reason ?? ''}`.trim()] : [],
      );
    const ofSlow = [
      'charge.refund.updated succeeded',
      'charge.refunded succeeded',
      'refund.created pending',
      'refund.updated succeeded',
    ];
    const ofFailing = [
      'charge.refund.updated failed expired_or_canceled_card',
      'charge.refunded succeeded',
      'refund.created succeeded',
      'refund.failed failed expired_or_canceled_card',
    ];
    await expect.poll(() => about(slow).sort()).toEqual(ofSlow);
    await expect.poll(() => about(failing).sort()).toEqual(ofFailing);
    const read = sandbox.received.map(({ message }) => message).filter(({ kind }) => kind === 'refund');
    expect(read).toHaveLength(8);
  });
});

describe('an intent whose card takes its time', () => {
  const order = { paymentId: 'p1', attempt: 1, amount: 2000, currency: 'usd' };

  it('is processing, and cannot be cancelled then, nor paid once more', async () => {
    sandbox = await start();
    const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
    const { body } = await sandbox.pay(clientSecret, { number: '4000000000008880' });
    expect(body.status).toBe('processing');
    expect((await sandbox.pay(clientSecret)).error.code).toBe('payment_intent_unexpected_state');
    const cancel = await sandbox.call('POST', `/v1/payment_intents/${intentId}/cancel`, { key: keys.secretKey });
    expect([cancel.status, cancel.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
    expect(await sandbox.gateway.cancelIntent(intentId)).toMatchObject({ status: 'processing', amountReceived: 0 });
    now = new Date(now.getTime() + 60_000);
    expect(await sandbox.gateway.intent(intentId)).toMatchObject({ status: 'succeeded', amountReceived: 2000 });
  });

  it('asks for another card when the bank says no', async () => {
    sandbox = await start();
    const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
    await sandbox.pay(clientSecret, { number: '4000000000008880' });
    sandbox.dashboard.settlePayment(intentId, 'failed');
    expect(await sandbox.gateway.intent(intentId)).toMatchObject({ status: 'requires_payment_method' });
    expect((await sandbox.gateway.cancelIntent(intentId)).status).toBe('canceled');
  });
});
