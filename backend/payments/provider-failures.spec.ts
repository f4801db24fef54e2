import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { AnsweredWithFault, type PaymentGateway } from '../../modules/payments/gateway.ts';
import { gatewayInProcess } from '../doubles/sandbox-in-process.ts';
import { memoryStore } from '../doubles/sandbox-memory-store.ts';
import { keys } from '../testing/servers/sandbox-under-test.ts';
import { answeredOnce } from './answered-once.ts';
import { stripeGateway } from './gateway.ts';
import { GatewayUnavailable } from './payment-errors.ts';
import { everyFault, type Fault } from './sandbox/faults.ts';
import { paymentSandbox } from './sandbox/payment-sandbox.ts';

/** Its own fault, by which the key is spent; of all others nothing is known, and the key is still good. */
const isAnswer: readonly Fault[] = ['fails before', 'fails after', 'waits for others', 'is behind a proxy'];

type Known = { gateway: PaymentGateway; intentId: string; paidId: string; providerRefundId: string; disputeId: string };
const order = { paymentId: 'p1', amount: 2000, currency: 'usd' };
const refund = { amount: 500, attempt: 1, reason: 'duplicate' } as const;

const calls: { readonly [name: string]: (known: Known) => Promise<unknown> } = {
  'makes an intent': ({ gateway }) => gateway.createIntent({ ...order, attempt: 9 }),
  'reads an intent': ({ gateway, intentId }) => gateway.intent(intentId),
  'cancels an intent': ({ gateway, intentId }) => gateway.cancelIntent(intentId),
  'gives back': ({ gateway, paidId }) => gateway.refund({ ...refund, intentId: paidId, refundId: 'r2' }),
  'lists refunds': ({ gateway, paidId }) => gateway.refunds(paidId),
  'reads a refund': ({ gateway, providerRefundId }) => gateway.refundById(providerRefundId),
  'lists what was given back lately': ({ gateway }) => gateway.refundsSince('2026-01-01T00:00:00.000Z'),
  'lists what was disputed lately': ({ gateway }) => gateway.disputesSince('2026-01-01T00:00:00.000Z'),
  'reads a dispute': ({ gateway, disputeId }) => gateway.dispute(disputeId),
};

async function opened() {
  const faults: (Fault | undefined)[] = [];
  const options = { ...keys, store: memoryStore(), webhookUrl: () => 'http://127.0.0.1:9' };
  const sandbox = paymentSandbox({ ...options, faults: () => faults.shift() });
  const gateway = gatewayInProcess(sandbox, keys);
  const paid = async (attempt: number) => {
    const { intentId, clientSecret } = await gateway.createIntent({ ...order, attempt });
    const params = { client_secret: clientSecret, payment_method: 'pm_card_visa' };
    const authorization = `Bearer ${keys.publishableKey}`;
    const path = `/v1/payment_intents/${intentId}/confirm`;
    sandbox.ask({ method: 'POST', path, requestId: 'req_browser', authorization, params });
    return intentId;
  };
  const { intentId } = await gateway.createIntent({ ...order, attempt: 1 });
  const paidId = await paid(2);
  const { providerRefundId } = await gateway.refund({ ...refund, intentId: paidId, refundId: 'r1' });
  const disputeId = sandbox.dashboard.dispute(await paid(3));
  return { known: { gateway, intentId, paidId, providerRefundId, disputeId }, faults };
}

describe.each(Object.entries(calls))('who %s', (_, call) => {
  it.each(everyFault)('learns what may be done next when the provider %s', async (fault) => {
    const { known, faults } = await opened();
    faults.push(fault);
    const failed = await call(known).then(String, (reason: unknown) => reason);
    expect(failed).toBeInstanceOf(isAnswer.includes(fault) ? AnsweredWithFault : GatewayUnavailable);
    expect(failed instanceof AnsweredWithFault).toBe(isAnswer.includes(fault));
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['a text', 'Welcome to the WiFi of this hotel'],
    ['a number', 200],
    ['no fields', {}],
    ['a list of nothing, of which there is more', { object: 'list', data: [], has_more: true }],
    ['half an object', { id: 'pi_1', object: 'payment_intent', amount: 2000, status: 'succeeded' }],
    ['another order’s intent', intentOf('pi_of_another')],
    ['another refund', refundOf('re_another')],
  ])('takes for no answer what is %s', async (_what, body) => {
    const { known } = await opened();
    const gateway = stripeGateway({ ...keys, httpClient: answering(body), maxNetworkRetries: 0 });
    const answer = await call({ ...known, gateway }).then(JSON.stringify, (reason: unknown) => reason);
    expect(answer).toBeInstanceOf(GatewayUnavailable);
    expect(answer).not.toBeInstanceOf(AnsweredWithFault);
    expect(String(answer)).not.toContain('_secret_');
  });
});

const reads = Object.entries(calls).filter(([what]) => /^(reads|lists) /.test(what));

it.each(reads)('who %s is told nothing of it by a refusal', async (_, call) => {
  const { known, faults } = await opened();
  faults.push('takes nothing for this shop');
  await expect(call(known)).rejects.toThrow(AnsweredWithFault);
});

it('who reads an intent is told where there is none', async () => {
  const { known } = await opened();
  const missing = { name: 'GatewayRefused', code: 'resource_missing' };
  await expect(known.gateway.intent('pi_none')).rejects.toMatchObject(missing);
  await expect(known.gateway.refunds('pi_none')).rejects.toMatchObject(missing);
});

function intentOf(id: string) {
  const money = { amount: 2000, amount_received: 2000, currency: 'usd', status: 'succeeded' };
  return { id, object: 'payment_intent', client_secret: `${id}_secret_1`, metadata: { paymentId: 'p7' }, ...money };
}

function refundOf(id: string) {
  const about = { payment_intent: 'pi_1', metadata: { refundId: 'r7' }, status: 'succeeded', created: 1 };
  return { id, object: 'refund', amount: 500, currency: 'usd', ...about };
}

/** A provider that answers everything with this JSON. */
function answering(body: unknown): NonNullable<Parameters<typeof stripeGateway>[0]['httpClient']> {
  return {
    getClientName: () => 'in a test',
    makeRequest: async () =>
      answeredOnce({
        getStatusCode: () => 200,
        getHeaders: () => ({}),
        getRawResponse: () => body,
        toStream: () => Readable.from([JSON.stringify(body)]),
        toJSON: async () => structuredClone(body),
      }),
  };
}
