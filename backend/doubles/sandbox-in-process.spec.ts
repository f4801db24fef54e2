import { describe, expect, it } from 'vitest';
import { AnsweredWithFault } from '../../modules/payments/gateway.ts';
import { GatewayUnavailable } from '../payments/payment-errors.ts';
import type { Fault } from '../payments/sandbox/faults.ts';
import { paymentSandbox } from '../payments/sandbox/payment-sandbox.ts';
import { keys } from '../testing/servers/sandbox-under-test.ts';
import { gatewayInProcess } from './sandbox-in-process.ts';
import { memoryStore } from './sandbox-memory-store.ts';

function opened(faults: Fault[] = []) {
  const options = { ...keys, store: memoryStore(), webhookUrl: () => 'http://127.0.0.1:9' };
  const sandbox = paymentSandbox({ ...options, faults: () => faults.shift() });
  return { sandbox, gateway: gatewayInProcess(sandbox, keys) };
}
const order = { paymentId: 'p1', attempt: 1, amount: 2000, currency: 'usd' };

describe('the gateway to a sandbox of the same process', () => {
  it('is the gateway over HTTP, without the sockets', async () => {
    const { gateway, sandbox } = opened();
    const { intentId, clientSecret } = await gateway.createIntent(order);
    expect(await gateway.intent(intentId)).toMatchObject({ paymentId: 'p1', amount: 2000, amountReceived: 0 });
    const path = `/v1/payment_intents/${intentId}/confirm`;
    const params = { client_secret: clientSecret, payment_method: 'pm_card_visa' };
    const authorization = `Bearer ${keys.publishableKey}`;
    sandbox.ask({ method: 'POST', path, requestId: 'req_browser', authorization, params });
    await gateway.refund({ intentId, refundId: 'r1', attempt: 1, amount: 500, reason: 'duplicate' });
    sandbox.dashboard.refund(intentId, 700);
    expect(await gateway.refunds(intentId)).toMatchObject([
      { refundId: 'r1', amount: 500 },
      { refundId: undefined, amount: 700 },
    ]);
    expect(await gateway.cancelIntent(intentId)).toMatchObject({ status: 'succeeded' });
  });

  it('fails as that does', async () => {
    await expect(opened(['fails before']).gateway.createIntent(order)).rejects.toThrow(AnsweredWithFault);
    const lost = opened(['loses the answer']).gateway.createIntent(order);
    await expect(lost).rejects.toThrow(GatewayUnavailable);
    await expect(lost).rejects.not.toThrow(AnsweredWithFault);
    await expect(opened().gateway.createIntent({ ...order, amount: 1 })).rejects.toThrow('at least $0.50');
  });
});
