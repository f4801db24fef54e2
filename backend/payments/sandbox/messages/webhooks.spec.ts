import Stripe from 'stripe';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../doubles/sandbox-memory-store.ts';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';
import { BadSignature } from '../../payment-errors.ts';
import { webhookSignature } from './webhook-signature.ts';

let sandbox: SandboxUnderTest;
afterEach(() => sandbox.stop());

const threeDays = 3 * 24 * 60 * 60 * 1000;
const order = { paymentId: 'b1', attempt: 1, amount: 2000, currency: 'usd' };
const kinds = () => sandbox.received.map(({ message }) => message.kind);
const received = (count: number) => expect.poll(() => sandbox.received.length).toBeGreaterThanOrEqual(count);
/** The event as the `stripe` package reads it. */
const eventAt = (index: number) => {
  const { body = Buffer.of(), signature = '' } = sandbox.received[index] ?? {};
  return Stripe.webhooks.constructEvent(body, signature, keys.webhookSecret);
};

describe('webhooks', () => {
  it('tell of a payment in an event that the stripe package verifies', async () => {
    sandbox = await startSandbox();
    const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
    await sandbox.pay(clientSecret);
    await received(2);
    const events = [eventAt(0), eventAt(1)];
    const types = events.map((event) => event.type);
    expect(types.sort()).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
    const paid = events.find((event) => event.type === 'payment_intent.succeeded');
    expect(paid).toMatchObject({ object: 'event', api_version: Stripe.API_VERSION, livemode: false });
    expect(paid?.id).toMatch(/^evt_/);
    expect(paid?.data.object).toMatchObject({ id: intentId, status: 'succeeded', amount_received: 2000 });
    expect(sandbox.received.map(({ message }) => message)).toContainEqual({
      kind: 'succeeded',
      eventId: paid?.id,
      paymentId: 'b1',
      intentId,
      amount: 2000,
      currency: 'usd',
      at: new Date(Number(paid?.created) * 1000).toISOString(),
    });
  });

  it('tell of declines, cancellations and refunds', async () => {
    sandbox = await startSandbox();
    const { intentId, clientSecret } = await sandbox.gateway.createIntent(order);
    await sandbox.pay(clientSecret, { number: '4000000000009995' });
    await sandbox.pay(clientSecret);
    const refund = { intentId, reason: 'requested_by_customer', attempt: 1 } as const;
    await sandbox.gateway.refund({ ...refund, amount: 500, refundId: 'r1' });
    await received(5);
    await sandbox.gateway.refund({ ...refund, amount: 1500, refundId: 'r2' });
    const other = await sandbox.gateway.createIntent({ ...order, paymentId: 'b2' });
    await sandbox.call('POST', `/v1/payment_intents/${other.intentId}/cancel`, {
      key: keys.secretKey,
      form: { cancellation_reason: 'abandoned' },
    });
    await received(9);
    const messages = sandbox.received.map(({ message }) => message);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'failed',
          paymentId: 'b1',
          code: 'card_declined',
          declineCode: 'insufficient_funds',
          message: 'Your card has insufficient funds.',
        }),
        expect.objectContaining({ kind: 'refund', intentId, providerRefundId: expect.stringMatching(/^re_/) }),
        expect.objectContaining({ kind: 'canceled', paymentId: 'b2', reason: 'abandoned' }),
        expect.objectContaining({ kind: 'ignored', type: 'payment_intent.created' }),
      ]),
    );
  });

  it('come again until they are accepted, the same event each time', async () => {
    sandbox = await startSandbox({ webhookAnswers: (nth) => (nth < 4 ? 500 : 200) });
    await sandbox.gateway.createIntent(order);
    await received(4);
    const ids = sandbox.received.map(({ message }) => message.eventId);
    expect(new Set(ids).size).toBe(1);
    const bodies = sandbox.received.map(({ body }) => body.toString());
    expect(new Set(bodies).size).toBe(1);
  });

  it('do not follow a redirect, which could lead anywhere', async () => {
    sandbox = await startSandbox({ webhookAnswers: (nth) => (nth === 1 ? 302 : 200) });
    await sandbox.gateway.createIntent(order);
    await received(2);
    expect(kinds()).toEqual(['ignored', 'ignored']);
  });

  it('are given up after three days', async () => {
    let now = new Date();
    const store = memoryStore();
    sandbox = await startSandbox({ store, clock: () => now, webhookAnswers: () => 500 });
    // As the store has it: the clock is looked at again when the answer has come.
    const tried = (times: number) => expect.poll(() => store.waitingMessages(1)[0]?.attempts).toBe(times);
    await sandbox.gateway.createIntent(order);
    await tried(1);
    now = new Date(now.getTime() + threeDays);
    await tried(2);
    now = new Date(now.getTime() + threeDays);
    await expect.poll(() => store.waitingMessages(1)).toEqual([]);
  });

  it('never hold up the answer', async () => {
    sandbox = await startSandbox({ deliver: false });
    const { clientSecret } = await sandbox.gateway.createIntent(order);
    expect((await sandbox.pay(clientSecret)).body.status).toBe('succeeded');
    expect(sandbox.received).toEqual([]);
  });
});

describe('a message that is not the provider’s', () => {
  const now = new Date();
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.created',
    created: 1,
    data: { object: {} },
  });
  const read = (body: string, signature?: string) => () => sandbox.gateway.readWebhook(Buffer.from(body), signature);

  it('is refused', async () => {
    sandbox = await startSandbox();
    const signature = webhookSignature(payload, keys.webhookSecret, now);
    expect(read(payload, signature)()).toEqual({ kind: 'ignored', eventId: 'evt_1', type: 'customer.created' });
    expect(read(`${payload} `, signature)).toThrow(BadSignature);
    expect(read(payload, webhookSignature(payload, 'whsec_other', now))).toThrow(BadSignature);
    expect(read(payload)).toThrow(BadSignature);
    expect(read(payload, 't=1,v1=')).toThrow(BadSignature);
    expect(read('', signature)).toThrow(BadSignature);
  });

  it('is refused when it was signed too long ago', async () => {
    sandbox = await startSandbox();
    const longAgo = new Date(now.getTime() - 301_000);
    expect(read(payload, webhookSignature(payload, keys.webhookSecret, longAgo))).toThrow(BadSignature);
  });

  it('is ignored when it is about no order of ours', async () => {
    sandbox = await startSandbox();
    await sandbox.call('POST', '/v1/payment_intents', {
      key: keys.secretKey,
      form: { amount: '500', currency: 'usd', payment_method: 'pm_card_visa', confirm: 'true' },
    });
    await received(2);
    expect(kinds()).toEqual(['ignored', 'ignored']);
  });
});
