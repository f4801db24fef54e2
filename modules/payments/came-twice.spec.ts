import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asOften } from '../../backend/testing/as-often.ts';
import { openTill, type Till } from '../../backend/testing/deciding/till.ts';
import type { BookingRefunded, RefundSettled } from '../booking/money/contract.ts';
import type { PaymentSucceeded } from './events.ts';
import { expectBooks, failAtTheBank, hear, intentOf, refundsAt, statusOf } from './testing/money-back.ts';
import { passing } from './testing/story.ts';

/** Two orders that are paid together, and their secret of an intent that the log, which was put back, knows no more. */
async function begunTwice(till: Till) {
  const ids = [await till.order(1000), await till.order(2000)] as const;
  const secret = await till.begin(ids);
  const intent = till.store.intent(intentOf(secret));
  if (!intent) throw new Error('There is no such intent.');
  const forgotten = { ...intent, id: 'pi_forgotten', clientSecret: 'pi_forgotten_secret_1' };
  till.store.saveIntent(forgotten);
  return { ids, first: intent.id, secrets: [secret, forgotten.clientSecret] };
}

/** They are paid with both. */
async function paidTwice(till: Till) {
  const { ids, first, secrets } = await begunTwice(till);
  for (const secret of secrets) {
    expect(till.pay(secret)).toBe(true);
    for (const message of till.messages()) await till.receive(message);
  }
  return { ids, first };
}

const both = (till: Till, ids: readonly string[]) => Promise.all(ids.map((id) => statusOf(till, id)));

describe('money that came twice with one payment', () => {
  it('goes back once, where the dashboard has given back what came more', async () => {
    const till = openTill();
    const { ids, first } = await paidTwice(till);
    till.dashboard.refund('pi_forgotten');
    await hear(till);
    expect([refundsAt(till, first), refundsAt(till, 'pi_forgotten')]).toEqual([[], ['3000 succeeded']]);
    expect(await both(till, ids)).toEqual(['paid', 'paid']);
    await expectBooks(till, { taken: 6000, paid: 3000, owed: 0, givenBack: 3000 });
  });

  it('is none of the orders’ own, where the dashboard gives it back after a bank did not take it', async () => {
    const till = openTill();
    const { ids } = await paidTwice(till);
    await hear(till);
    await failAtTheBank(till, 'pi_forgotten');
    await failAtTheBank(till, 'pi_forgotten');
    till.dashboard.refund('pi_forgotten');
    await hear(till);
    expect(await both(till, ids)).toEqual(['paid', 'paid']);
    await expectBooks(till, { taken: 6000, paid: 3000, owed: 0, givenBack: 3000 });
  });

  it('is divided as it came: of the orders’ own what came first, and owed what came more, whoever gives what of it back', () =>
    fc.assert(
      fc.asyncProperty(story, async (drawn) => {
        const till = openTill();
        const cast = await begunTwice(till);
        const messages = async () => {
          for (const message of till.messages()) await passing(() => till.receive(message));
        };
        await messages();
        for (const [what, nth] of drawn) await passing(() => carryOut(till, cast, what, nth));
        for (let days = 0; days < 3; days++) {
          till.later(day);
          till.sandbox.settleDue();
          await messages();
          await till.run('reconcile');
          await till.run('look-through');
          await till.react();
        }
        await expectAsItCame(till, cast);
      }),
      { numRuns: asOften(50, 1_000) },
    ));
});

const day = 24 * 3_600_000;
/** In the order in which they are mostly paid, or in any. */
const opening = fc.constantFrom([], [
  ['pay', 0],
  ['pay', 1],
  ['messages', 0],
] as const);
const steps = [
  ...(['pay', 'messages', 'messages', 'react', 'react', 'refund', 'refund in the dashboard'] as const),
  ...(['refund all in the dashboard', 'a bank says no', 'retry', 'settle'] as const),
];

const story = fc
  .tuple(opening, fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(5)), { maxLength: 12 }))
  .map(([first, rest]) => [...first, ...rest] as const);

async function carryOut(
  till: Till,
  { ids, secrets }: Awaited<ReturnType<typeof begunTwice>>,
  what: (typeof steps)[number],
  nth: number,
): Promise<unknown> {
  const secret = secrets[nth % 2] ?? '';
  const failed = await till.failedRefunds();
  const { _id: refundId = '' } = failed[nth % Math.max(1, failed.length)] ?? {};
  switch (what) {
    case 'pay':
      return till.pay(secret);
    case 'messages':
      for (const message of till.messages()) await passing(() => till.receive(message));
      return;
    case 'react':
      return till.react();
    case 'refund':
      return till.refund(ids[nth % 2] ?? '', nth < 4 ? {} : { amount: 7 });
    case 'refund in the dashboard':
      return till.dashboard.refund(intentOf(secret), [300, 1000, 1500][nth % 3]);
    case 'refund all in the dashboard':
      return till.dashboard.refund(intentOf(secret));
    case 'a bank says no': {
      const [made] = till.store.list('refunds', { intentId: intentOf(secret), limit: 1 });
      return made && till.dashboard.settleRefund(made.id, 'failed');
    }
    case 'retry':
      return refundId && till.retry(refundId);
    case 'settle':
      return refundId && till.settle(refundId, nth < 3 ? 'elsewhere' : 'not owed');
  }
}

/** What went back of each intent, as the provider has it, went back of what that is for the orders and in the books. */
async function expectAsItCame(till: Till, { ids }: Awaited<ReturnType<typeof begunTwice>>) {
  const arrived = till.ofType('PaymentSucceeded').map(({ data }) => data as PaymentSucceeded['data']);
  const back = arrived.map(({ intentId }) => {
    const intent = till.store.intent(intentId);
    return intent?.status === 'succeeded' ? intent.refunded : 0;
  });
  const [own = 0, more = 0] = back;
  const elsewhere = till.ofType('BookingRefunded').map(({ data }) => data as BookingRefunded['data']);
  const given = (isUnmatched: boolean) =>
    sumOf(elsewhere.filter((refund) => refund.elsewhere && (refund.unmatched === true) === isUnmatched));
  const settled = till.ofType('RefundSettled').map(({ data }) => data as RefundSettled['data']);
  const kept = sumOf(settled.filter(({ unmatched, how }) => unmatched && how === 'not owed'));
  const backOfAll = (await Promise.all(ids.map(till.backOf))).reduce((sum, amount) => sum + amount, 0);
  expect(backOfAll, 'given back of the orders').toBe(own + given(false));
  if (arrived.length === 0) return;
  await expectBooks(till, {
    taken: 3000 * arrived.length,
    paid: 3000 - own - given(false) + kept,
    owed: 3000 * (arrived.length - 1) - more - given(true) - kept,
    givenBack: own + more,
    givenElsewhere: given(false) + given(true),
  });
}

const sumOf = (all: readonly { amount: { amount: number } }[]) =>
  all.reduce((sum, { amount }) => sum + amount.amount, 0);
