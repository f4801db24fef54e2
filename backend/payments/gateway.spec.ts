import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnsweredWithFault } from '../../modules/payments/gateway.ts';
import { keys, type SandboxUnderTest, startSandbox } from '../testing/servers/sandbox-under-test.ts';
import { stripeGateway } from './gateway.ts';
import { GatewayRefused, GatewayUnavailable } from './payment-errors.ts';
import { webhookSignature } from './sandbox/messages/webhook-signature.ts';

/** What Stripe says where nothing is switched on that takes this currency, or the account may take no money yet. */
const noWay = 'No valid payment method types for this Payment Intent.';
const order = { paymentId: 'p1', attempt: 1, amount: 2000, currency: 'usd' };

describe('the gateway', () => {
  let sandbox: SandboxUnderTest;
  beforeEach(async () => {
    sandbox = await startSandbox({ deliver: false });
  });
  afterEach(() => sandbox.stop());

  it('makes one intent an order and attempt', async () => {
    const created = await sandbox.gateway.createIntent(order);
    expect(created).toEqual({
      intentId: expect.stringMatching(/^pi_/),
      clientSecret: expect.stringMatching(/^pi_\w+_secret_/),
      status: 'requires_payment_method',
    });
    expect(await sandbox.gateway.createIntent(order)).toEqual(created);
    const next = await sandbox.gateway.createIntent({ ...order, attempt: 2 });
    expect(next.intentId).not.toBe(created.intentId);
  });

  it('reports where an intent stands', async () => {
    const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
    await sandbox.pay(clientSecret, { number: '4000000000000002' });
    expect(await sandbox.gateway.intent(intentId)).toEqual({
      intentId,
      clientSecret,
      status: 'requires_payment_method',
      amount: 2000,
      amountReceived: 0,
      currency: 'usd',
      paymentId: 'p1',
      latestChargeError: 'Your card was declined.',
    });
  });

  it.each([
    ['sk_live_1', true, 'succeeded'],
    ['rk_live_1', false, 'ignored'],
    ['sk_test_1', true, 'ignored'],
    ['rk_test_1', false, 'succeeded'],
  ])('with %s takes a message whose livemode is %s for one that %s', (secretKey, livemode, kind) => {
    const object = { id: 'pi_1', amount: 2000, amount_received: 2000, currency: 'usd', metadata: { paymentId: 'p1' } };
    const created = Math.floor(Date.now() / 1_000);
    const event = { id: 'evt_1', type: 'payment_intent.succeeded', created, livemode, data: { object } };
    const payload = JSON.stringify(event);
    const { webhookSecret } = keys;
    const signature = webhookSignature(payload, webhookSecret, new Date());
    const gateway = stripeGateway({ secretKey, webhookSecret });
    expect(gateway.readWebhook(Buffer.from(payload), signature).kind).toBe(kind);
  });

  it('refunds once a refund and attempt', async () => {
    const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
    await sandbox.pay(clientSecret);
    const refund = { intentId, refundId: 'r1', attempt: 1, amount: 2000, reason: 'requested_by_customer' } as const;
    const receipt = await sandbox.gateway.refund(refund);
    expect(receipt).toEqual({
      providerRefundId: expect.stringMatching(/^re_/),
      intentId,
      refundId: 'r1',
      amount: 2000,
      currency: 'usd',
      state: 'succeeded',
      at: expect.stringMatching(/Z$/),
    });
    expect(await sandbox.gateway.refund(refund)).toEqual(receipt);
    expect(await sandbox.gateway.refundById(receipt.providerRefundId)).toEqual(receipt);
    const again = sandbox.gateway.refund({ ...refund, attempt: 2 });
    await expect(again).rejects.toThrow(GatewayRefused);
    await expect(again).rejects.toMatchObject({ code: 'charge_already_refunded' });
  });

  it('cancels an intent, and says what it is when that is too late', async () => {
    const { intentId } = await sandbox.gateway.createIntent(order);
    const canceled = { intentId, status: 'canceled', paymentId: 'p1', amountReceived: 0 };
    expect(await sandbox.gateway.cancelIntent(intentId)).toMatchObject(canceled);
    expect(await sandbox.gateway.cancelIntent(intentId)).toMatchObject(canceled);
    const paid = await sandbox.gateway.createIntent({ ...order, attempt: 2 });
    await sandbox.pay(paid.clientSecret);
    expect(await sandbox.gateway.cancelIntent(paid.intentId)).toMatchObject({
      status: 'succeeded',
      amountReceived: 2000,
      // What the shop hears of days later has arrived when it arrived.
      receivedAt: expect.stringMatching(/^20.*Z$/),
    });
    await expect(sandbox.gateway.cancelIntent('pi_nobody')).rejects.toThrow(GatewayRefused);
  });

  it('passes on what the provider says of a request it does not accept', async () => {
    const small = sandbox.gateway.createIntent({ ...order, amount: 20 });
    await expect(small).rejects.toThrow(GatewayRefused);
    await expect(small).rejects.toThrow('Amount must be at least $0.50 usd');
    await expect(small).rejects.toMatchObject({ type: '/problems/amount-not-charged' });
    const large = sandbox.gateway.createIntent({ ...order, attempt: 3, amount: 100_000_000 });
    await expect(large).rejects.toMatchObject({ type: '/problems/amount-not-charged' });
    await expect(sandbox.gateway.intent('pi_nobody')).rejects.toMatchObject({ code: 'resource_missing' });
  });
});

describe('a key that was used for something else', () => {
  it('is spent, so that another one is used', async () => {
    const sandbox = await startSandbox({ deliver: false });
    await sandbox.gateway.createIntent(order);
    await expect(sandbox.gateway.createIntent({ ...order, amount: 3000 })).rejects.toThrow(AnsweredWithFault);
    await sandbox.stop();
  });
});

describe('a provider, whatever it answers', () => {
  let server: ReturnType<typeof createServer>;
  let requests: (string | undefined)[];

  async function provider(listener: RequestListener, options: { maxNetworkRetries?: number; timeout?: number } = {}) {
    requests = [];
    server = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers['idempotency-key']}`);
      listener(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return stripeGateway({
      ...keys,
      apiBase: () => `http://127.0.0.1:${port}/base/`,
      maxNetworkRetries: 0,
      ...options,
    });
  }
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  const json =
    (status: number, body: object): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };

  it.each([
    ['hangs up', (request: Parameters<RequestListener>[0]) => request.socket.destroy()],
    ['is too busy', json(429, { error: { type: 'invalid_request_error', message: 'Slow down.' } })],
    ['does not know our key', json(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key.' } })],
    ['is still at it under that key', json(409, { error: { type: 'idempotency_error', message: 'In use.' } })],
  ])('is unavailable when it %s', async (_, listener: RequestListener) => {
    const gateway = await provider(listener);
    await expect(gateway.createIntent(order)).rejects.toThrow(GatewayUnavailable);
    expect(requests[0]).toBe('/base/v1/payment_intents p1:1');
  });

  it('is unavailable when it takes too long', async () => {
    const gateway = await provider(() => {}, { timeout: 50 });
    await expect(gateway.intent('pi_1')).rejects.toThrow(GatewayUnavailable);
  });

  it('is asked again under the same idempotency key when it did not answer', async () => {
    const gateway = await provider(({ socket }) => socket.destroy(), { maxNetworkRetries: 1 });
    await expect(gateway.createIntent(order)).rejects.toThrow(GatewayUnavailable);
    expect(requests).toEqual(['/base/v1/payment_intents p1:1', '/base/v1/payment_intents p1:1']);
  });

  it.each([
    ['says that it failed', json(500, { error: { type: 'api_error', message: 'Down.' } })],
    ['says that others failed', json(424, { error: { type: 'api_error', message: 'Their bank is down.' } })],
    ['takes nothing for this shop', json(400, { error: { type: 'invalid_request_error', message: noWay } })],
    ['is away behind its own door', (_: unknown, response: Answer) => response.writeHead(502).end('Bad')],
    [
      'says so and wishes to be asked again',
      (_: unknown, response: Answer) => response.writeHead(503, { 'stripe-should-retry': 'true' }).end('{}'),
    ],
  ])('is not asked again under a key that has its answer, when it %s', async (_, listener: RequestListener) => {
    const gateway = await provider(listener, { maxNetworkRetries: 2 });
    await expect(gateway.createIntent(order)).rejects.toThrow(AnsweredWithFault);
    expect(requests).toEqual(['/base/v1/payment_intents p1:1']);
  });

  it.each([
    ['won', [-2000, 2000], 'won'],
    ['lost', [-2000], 'lost'],
    ['prevented', [], 'won'],
    ['prevented', [-2000, 2000], 'won'],
    ['prevented', [-2000], 'lost'],
  ])('says of a dispute that is %s, with %j moved for it, that it is %s', async (status, moved, state) => {
    const about = { amount: 2000, created: 1_780_000_000, currency: 'usd', payment_intent: 'pi_1' };
    const balance_transactions = moved.map((amount) => ({ object: 'balance_transaction', amount }));
    const gateway = await provider(
      json(200, { id: 'dp_1', object: 'dispute', ...about, status, balance_transactions }),
    );
    expect(await gateway.dispute('dp_1')).toMatchObject({ disputeId: 'dp_1', amount: 2000, state });
  });

  it.each(['appeal_needs_response', 'appeal_under_review'])(
    'says that a dispute which is %s is an appeal',
    async (status) => {
      const about = { amount: 2000, created: 1_780_000_000, currency: 'usd', payment_intent: 'pi_1' };
      const gateway = await provider(json(200, { id: 'dp_1', object: 'dispute', ...about, status }));
      expect(await gateway.dispute('dp_1')).toMatchObject({ state: 'open', isAppeal: true });
    },
  );

  it('lists what is of no intent, which is left out, and says which page is next all the same', async () => {
    const made = { amount: 500, created: 1_780_000_000, currency: 'usd', status: 'succeeded' };
    const refund = { ...made, id: 're_1', object: 'refund', payment_intent: 'pi_1' };
    const dispute = { ...made, id: 'dp_1', object: 'dispute', payment_intent: 'pi_1', status: 'lost' };
    const gateway = await provider(({ url = '' }, response) => {
      const one = url.includes('/refunds') ? refund : dispute;
      const data = [one, { ...one, id: 'another', payment_intent: null }];
      json(200, { object: 'list', data, has_more: !url.includes('starting_after') })(
        undefined as never,
        response as never,
      );
    });
    const since = '2026-05-28T20:26:40.900Z';
    expect(await gateway.refundsSince(since)).toMatchObject({ items: [{ providerRefundId: 're_1' }], next: 'another' });
    expect(await gateway.disputesSince(since)).toMatchObject({ items: [{ disputeId: 'dp_1' }], next: 'another' });
    expect(await gateway.refundsSince(since, 'another')).toEqual({ items: [expect.anything()] });
    const asked = requests.map((request = '') => Object.fromEntries(new URLSearchParams(request.split(/[? ]/)[1])));
    expect(asked[0]).toEqual({ 'created[gte]': '1780000000', limit: '100' });
    expect(asked[2]).toMatchObject({ starting_after: 'another' });
  });
});

type Answer = Parameters<RequestListener>[1];
