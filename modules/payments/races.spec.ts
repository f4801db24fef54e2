import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTill, type Till } from '../../backend/testing/till.ts';
import { Refusal, Unavailable } from '../kernel/errors.ts';
import { isBalanced } from './read-models/books.ts';

const day = 24 * 3_600_000;
const minute = 60_000;

/** The process ends in the middle of something. */
class Crash extends Error {}

type Step =
  | { readonly do: 'begin'; readonly orders: readonly number[] }
  | { readonly do: 'pay'; readonly secret: number; readonly card: string }
  | { readonly do: 'remove' | 'refund'; readonly order: number }
  | { readonly do: 'dashboard refund' | 'bank decides'; readonly nth: number }
  | { readonly do: 'message'; readonly nth: number }
  | { readonly do: 'remove all' | 'react' | 'react again' | 'reconcile' | 'expire' | 'minute' | 'hours' };

const order = fc.nat(2);
const cards = ['pm_card_visa', 'pm_card_processing', 'pm_card_pendingRefund', 'pm_card_refundFail', 'pm_card_visa'];
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('begin' as const),
    orders: fc.uniqueArray(order, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ do: fc.constant('pay' as const), secret: fc.nat(5), card: fc.constantFrom(...cards) }),
  fc.record({ do: fc.constantFrom('remove' as const, 'refund' as const), order }),
  fc.record({ do: fc.constantFrom('dashboard refund' as const, 'bank decides' as const), nth: fc.nat(5) }),
  fc.record({ do: fc.constant('message' as const), nth: fc.nat(20) }),
  fc.record({
    do: fc.constantFrom(
      'remove all' as const,
      'react' as const,
      'react again' as const,
      'reconcile' as const,
      'expire' as const,
      'minute' as const,
      'hours' as const,
    ),
  }),
);

const trouble = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  'fails before' as const,
  'fails after' as const,
  'loses the request' as const,
  'loses the answer' as const,
);

describe('money', () => {
  it('is taken for no order that is gone, and all of it is accounted for, whatever goes wrong in whatever order', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.array(trouble, { maxLength: 30 }),
        fc.array(fc.nat(120), { maxLength: 3 }),
        async (steps, troubles, crashes) => {
          let calls = 0;
          let isMended = false;
          const till = openTill({
            async between() {
              calls += 1;
              if (!isMended && crashes.includes(calls)) throw new Crash();
            },
          });
          till.fail(...troubles);
          const secrets: string[] = [];
          const orders = [await till.order(1999), await till.order(500), await till.order(700)];
          for (const each of steps) await passing(() => carryOut(till, each, { orders, secrets }));
          isMended = true;
          till.mend();
          await settleAll(till);
          await expectRight(till, orders, secrets);
        },
      ),
      { numRuns: 150 },
    ));

  it('is taken once for an order, and for none that is gone, however all who want something of it come between one another', () =>
    fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          step.filter((each) => ['begin', 'remove', 'remove all', 'expire', 'reconcile'].includes(each.do)),
          { minLength: 2, maxLength: 6 },
        ),
        async (scheduler, steps) => {
          let isMended = false;
          const till = openTill({
            between: async (what) => (isMended ? undefined : void (await scheduler.schedule(Promise.resolve(), what))),
          });
          const secrets: string[] = [];
          const orders = [await till.order(1999), await till.order(500), await till.order(700)];
          till.later(day + minute);
          const all = steps.map(async (each) => {
            const known = secrets.length;
            await passing(() => carryOut(till, each, { orders, secrets }));
            // Whoever gets a secret pays at once.
            for (const secret of secrets.slice(known)) till.pay(secret);
          });
          await scheduler.waitFor(Promise.all(all));
          isMended = true;
          await settleAll(till);
          await expectRight(till, orders, secrets);
          expect(till.ofType('PaymentUnmatched')).toEqual([]);
        },
      ),
      { numRuns: 150 },
    ));
});

async function carryOut(till: Till, step: Step, { orders, secrets }: { orders: string[]; secrets: string[] }) {
  switch (step.do) {
    case 'begin':
      secrets.push(await till.begin(step.orders.map((nth) => orders[nth] ?? '')));
      return;
    case 'pay':
      till.pay(secrets[step.secret] ?? 'pi_none_secret_none', step.card);
      return;
    case 'remove':
      await till.remove(orders[step.order] ?? '');
      return;
    case 'refund':
      await till.refund(orders[step.order] ?? '', { amount: 3, restock: 1 });
      return;
    case 'dashboard refund':
      till.dashboard.refund((secrets[step.nth] ?? '').split('_secret_')[0] ?? '', 100);
      return;
    case 'bank decides':
      for (const secret of secrets) {
        const [made] = till.store.list('refunds', { intentId: secret.split('_secret_')[0], limit: 1 });
        if (made) till.dashboard.settleRefund(made.id, step.nth % 2 ? 'succeeded' : 'failed');
      }
      return;
    case 'message':
      await till.receive(till.messages()[step.nth] ?? '');
      return;
    case 'remove all':
      await till.removeAll();
      return;
    case 'react':
      return till.react();
    case 'react again':
      return till.reactAgain();
    case 'reconcile':
      return till.run('reconcile');
    case 'expire':
      return till.run('expire-unpaid');
    case 'minute':
      return till.later(minute);
    case 'hours':
      return till.later(13 * 3_600_000);
  }
}

/** What is refused, away, wrong at the provider or broken off does not matter: something else comes next. */
async function passing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (reason) {
    const isExpected = [Refusal, Unavailable, Crash, AggregateError].some((kind) => reason instanceof kind);
    const isOfTheSandbox = reason instanceof Error && reason.name === 'StripeFailure';
    if (!isExpected && !isOfTheSandbox) throw reason;
  }
}

/** Days pass in which everything works and every message comes, once more and backwards. */
async function settleAll(till: Till): Promise<void> {
  for (let days = 0; days < 5; days++) {
    till.later(day + minute);
    till.sandbox.settleDue();
    for (const message of till.messages().toReversed()) await till.receive(message);
    await till.run('reconcile');
    await till.react();
    await till.run('expire-unpaid');
    await till.react();
  }
}

async function expectRight(till: Till, orders: readonly string[], secrets: readonly string[]): Promise<void> {
  const intents = [...new Set(secrets)].flatMap((secret) => till.store.intent(secret.split('_secret_')[0] ?? '') ?? []);
  let taken = 0;
  let back = 0;
  for (const intent of intents) {
    // Nothing is left with which somebody could pay.
    expect(['succeeded', 'canceled']).toContain(intent.status);
    if (intent.status !== 'succeeded') continue;
    taken += intent.amount;
    back += intent.refunded;
  }
  for (const id of orders) expect(['paid', 'refunded', 'gone']).toContain((await till.stateOf(id)).status);
  const paidFor = till.ofType('BookingPaid').reduce((sum, { data }) => sum + (data as Paid).amount.amount, 0);
  const unmatched = till.ofType('PaymentUnmatched').reduce((sum, { data }) => sum + (data as Paid).amount.amount, 0);
  expect(paidFor + unmatched).toBe(taken);
  expect(till.ofType('PaymentUnmatched')).toEqual([]);
  const books = await till.books();
  expect(books ? { taken: books.taken, givenBack: books.givenBack, owed: books.owed } : nothing).toEqual({
    taken,
    givenBack: back,
    owed: 0,
  });
  expect(books === undefined || isBalanced(books)).toBe(true);
}

const nothing = { taken: 0, givenBack: 0, owed: 0 };
type Paid = { readonly amount: { readonly amount: number } };
