import { describe, expect, it } from 'vitest';
import { InMemoryCommands } from '../../../backend/doubles/in-memory-commands.ts';
import { InMemoryReadModels } from '../../../backend/doubles/in-memory-read-models.ts';
import { contextOf } from '../../../backend/testing/context.ts';
import { stored } from '../../../backend/testing/stored.ts';
import type { Orders } from '../../booking/contract.ts';
import { Conflict, NotFound, Unavailable } from '../../kernel/errors.ts';
import type { StoredEvent } from '../../kernel/event.ts';
import { viewOf } from '../../kernel/view.ts';
import type { IntentReport, PaymentGateway, RefundOrder } from '../gateway.ts';
import { payment } from '../payment.ts';
import { openPayments } from '../read-models/open-payments.ts';
import { paymentRequested, paymentSucceeded, paymentUnmatched } from '../testing/examples.ts';
import { confirmPayment } from './confirm-payment.ts';
import { reconcileOpen } from './reconcile-open.ts';
import { returnUnmatched } from './return-unmatched.ts';

const start = new Date('2026-01-02T00:00:00.000Z');
const minute = 60_000;
const signal = new AbortController().signal;

describe('money that has arrived', () => {
  it('pays the order, and the answer waits for it', async () => {
    const paid: unknown[] = [];
    const reactor = confirmPayment({ ...noOrders, pay: async (money) => BigInt(paid.push(money)) });
    expect(reactor.awaited).toBe(true);
    expect(await reactor.react(stored(paymentSucceeded()))).toBe(1n);
    expect(paid).toEqual([{ bookingId: 'b1', paymentId: 'pi_1', amount: { amount: 1999, currency: 'usd' } }]);
  });

  it("is left alone when it is for another shop's order", async () => {
    const pay = () => Promise.reject(new NotFound('There is no such order.'));
    expect(await confirmPayment({ ...noOrders, pay }).react(stored(paymentSucceeded()))).toBeUndefined();
  });

  it('is tried again when the store is away', async () => {
    const pay = () => Promise.reject(new Unavailable('away'));
    await expect(confirmPayment({ ...noOrders, pay }).react(stored(paymentSucceeded()))).rejects.toThrow(Unavailable);
  });
});

describe('money that fits no order', () => {
  it('goes back once, however often it is told of', async () => {
    const { commands, gateway, refunds } = opened();
    const reactor = returnUnmatched({ commands, gateway });
    await reactor.react(stored(paymentUnmatched()));
    await reactor.react(stored(paymentUnmatched()));
    expect(new Set(refunds.map(({ refundId, attempt }) => [refundId, attempt].join()))).toEqual(
      new Set(['return:pi_1,1']),
    );
    expect(commands.ofType('PaymentReturned').map(({ data }) => data)).toEqual([
      { bookingId: 'b1', intentId: 'pi_1', refundId: 're_1', amount: { amount: 1999, currency: 'usd' } },
    ]);
  });

  it('is tried again while the provider is away', async () => {
    const { commands, gateway } = opened();
    const away = { ...gateway, refund: () => Promise.reject(new Unavailable('away')) };
    await expect(returnUnmatched({ commands, gateway: away }).react(stored(paymentUnmatched()))).rejects.toThrow();
    expect(commands.log).toEqual([]);
  });

  it('is noted when the provider will not give it back, so that others are not kept waiting', async () => {
    const { commands, gateway } = opened();
    const refusing = { ...gateway, refund: () => Promise.reject(new Conflict('It has been refunded already.')) };
    await returnUnmatched({ commands, gateway: refusing }).react(stored(paymentUnmatched()));
    expect(commands.ofType('PaymentNotReturned').map(({ data }) => data)).toEqual([
      {
        bookingId: 'b1',
        intentId: 'pi_1',
        amount: { amount: 1999, currency: 'usd' },
        because: 'It has been refunded already.',
      },
    ]);
  });
});

describe('an intent that stayed open', () => {
  it('is asked after when the webhook has had its time', async () => {
    const { commands, reconcile, asked } = opened({ pi_1: { status: 'succeeded', amountReceived: 1999 } });
    await request(commands, 1);
    await reconcile(minute);
    expect(asked).toEqual([]);
    await reconcile(minute + 1);
    await reconcile(minute + 2);
    expect(commands.ofType('PaymentSucceeded').map(({ data }) => data)).toEqual([paymentSucceeded().data]);
    expect(asked).toEqual(['pi_1']);
  });

  it('is asked after again while the customer has not paid', async () => {
    const { commands, reconcile, asked } = opened({ pi_1: { status: 'requires_payment_method' } });
    await request(commands, 1);
    await reconcile(2 * minute);
    await reconcile(3 * minute);
    expect(asked).toEqual(['pi_1', 'pi_1']);
    expect(commands.ofType('PaymentExpired')).toEqual([]);
  });

  it('expires when it was cancelled, and after two days without money, also when nobody knows it', async () => {
    const { commands, reconcile } = opened({
      pi_1: { status: 'canceled' },
      pi_2: { status: 'requires_action' },
    });
    for (const n of [1, 2, 3]) await request(commands, n);
    await expect(reconcile(2 * minute)).rejects.toThrow(/No such payment_intent/);
    expect(commands.ofType('PaymentExpired').map(({ data }) => data)).toEqual([{ bookingId: 'b1', intentId: 'pi_1' }]);
    await reconcile(49 * 60 * minute);
    expect(commands.ofType('PaymentExpired')).toHaveLength(3);
  });

  it('does not wait because of others that the provider cannot tell of', async () => {
    const paid = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [`pi_${n}`, { status: 'succeeded', amountReceived: 1999 } as const]),
    );
    const { commands, reconcile } = opened({ ...paid, pi_0: undefined });
    for (let n = 0; n < 120; n++) await request(commands, n);
    await expect(reconcile(2 * minute)).rejects.toThrow(/1 failed/);
    expect(commands.ofType('PaymentSucceeded')).toHaveLength(119);
  });
});

const noOrders: Orders = {
  find: async () => undefined,
  exists: async () => false,
  oldestUnpaid: async () => undefined,
  pay: async () => 0n,
};

function request(commands: InMemoryCommands, n: number) {
  const data = { bookingId: `b${n}`, intentId: `pi_${n}` };
  return commands.execute(payment, `b${n}`, contextOf(`request ${n}`), { type: 'RequestPayment' }, () => [
    paymentRequested(data),
  ]);
}

const notAskedForHere = () => Promise.reject(new Error('not asked for here'));

/** A provider that knows these intents. */
function opened(intents: { readonly [id: string]: Partial<IntentReport> | undefined } = {}) {
  const readModels = new InMemoryReadModels();
  const appended = (events: readonly StoredEvent[]) => readModels.follow([openPayments], events);
  const commands = new InMemoryCommands({ now: () => start, appended });
  const refunds: RefundOrder[] = [];
  const asked: string[] = [];
  const gateway: PaymentGateway = {
    createIntent: notAskedForHere,
    readWebhook: () => ({ kind: 'ignored', eventId: 'evt_1', type: 'other' }),
    intent: async (intentId) => {
      asked.push(intentId);
      const known = intents[intentId];
      if (!known) throw new Conflict(`No such payment_intent: ${intentId}`);
      const blank = { status: 'processing', amount: 1999, amountReceived: 0, currency: 'usd' } as const;
      return { intentId, clientSecret: 'secret', ...blank, ...known };
    },
    refund: async (order) => {
      refunds.push(order);
      const { intentId, refundId, amount } = order;
      const made = { providerRefundId: 're_1', intentId, refundId, amount, currency: 'usd', at: start.toISOString() };
      return { ...made, state: 'succeeded' };
    },
    cancelIntent: notAskedForHere,
    refunds: notAskedForHere,
    refundById: notAskedForHere,
    dispute: notAskedForHere,
  };
  const payments = viewOf(readModels, openPayments);
  const timer = reconcileOpen({ commands, gateway, payments, every: 1 });
  const reconcile = (milliseconds: number) => timer.run(new Date(start.getTime() + milliseconds), signal);
  return { commands, gateway, refunds, asked, reconcile };
}
