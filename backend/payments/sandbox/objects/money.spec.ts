import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from '../../../doubles/sandbox-memory-store.ts';
import { keys, type SandboxUnderTest, startSandbox } from '../../../testing/servers/sandbox-under-test.ts';

const store = memoryStore();
let sandbox: SandboxUnderTest;
let bookings = 0;

beforeAll(async () => {
  sandbox = await startSandbox({ store, deliver: false });
});
afterAll(() => sandbox.stop());

type Step =
  | { do: 'confirm'; card: string }
  | { do: 'authenticate'; outcome: string }
  | { do: 'refund'; amount?: number; key?: string }
  | { do: 'cancel' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('confirm' as const),
    card: fc.constantFrom('pm_card_visa', 'pm_card_visa_chargeDeclined', 'pm_card_authenticationRequired'),
  }),
  fc.record({ do: fc.constant('authenticate' as const), outcome: fc.constantFrom('success', 'failure') }),
  fc.record({
    do: fc.constant('refund' as const),
    amount: fc.option(fc.integer({ min: 1, max: 1200 }), { nil: undefined }),
    key: fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
  }),
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
);

function take(intentId: string, step: Step) {
  const path = `/v1/payment_intents/${intentId}/${step.do}`;
  const post = (form: Record<string, string>) => sandbox.call('POST', path, { key: keys.secretKey, form });
  switch (step.do) {
    case 'confirm':
      return post({ payment_method: step.card });
    case 'authenticate':
      return post({ outcome: step.outcome });
    case 'cancel':
      return post({});
    case 'refund':
      return sandbox.call('POST', '/v1/refunds', {
        key: keys.secretKey,
        idempotencyKey: step.key && `${intentId}${step.key}`,
        form: { payment_intent: intentId, ...(step.amount && { amount: String(step.amount) }) },
      });
  }
}

describe('money', () => {
  it('comes in once at most and never goes out more than it came in, whatever is called in whatever order', async () => {
    const orders = fc.array(steps, { minLength: 1, maxLength: 12 });
    const property = fc.asyncProperty(orders, fc.boolean(), async (order, together) => {
      bookings += 1;
      const { intentId } = await sandbox.gateway.createIntent({
        paymentId: `b${bookings}`,
        attempt: 1,
        amount: 1000,
        currency: 'usd',
      });
      const replies = [];
      if (together) replies.push(...(await Promise.all(order.map((step) => take(intentId, step)))));
      else for (const step of order) replies.push(await take(intentId, step));

      const { amountReceived, status } = await sandbox.gateway.intent(intentId);
      const refunds = new Map(
        replies.filter(({ body }) => body.object === 'refund').map(({ body }) => [body.id, Number(body.amount)]),
      );
      const refunded = [...refunds.values()].reduce((sum, amount) => sum + amount, 0);
      const payments = eventsOf(intentId).filter((type) => type === 'payment_intent.succeeded');

      expect(replies.filter((reply) => reply.status >= 500)).toEqual([]);
      expect(refunded).toBeLessThanOrEqual(amountReceived);
      expect(payments).toHaveLength(status === 'succeeded' ? 1 : 0);
      expect(amountReceived).toBe(status === 'succeeded' ? 1000 : 0);
    });
    await fc.assert(property, { numRuns: 150 });
    expect(sandbox.unexpected).toEqual([]);
  });
});

function eventsOf(intentId: string): string[] {
  return store.waitingMessages(Number.MAX_SAFE_INTEGER).flatMap(({ payload }) => {
    const event = JSON.parse(payload);
    return event.data.object.id === intentId ? [String(event.type)] : [];
  });
}
