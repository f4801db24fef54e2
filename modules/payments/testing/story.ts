import fc from 'fast-check';
import type { Till } from '../../../backend/testing/deciding/till.ts';
import type { SettledHow } from '../../booking/money/contract.ts';
import { Refusal, Unavailable } from '../../kernel/errors.ts';

/** The process ends in the middle of something. */
export class Crash extends Error {}

/** What may happen to three orders of one person and to the money for them, by whoever does it. */
export type Step =
  | { readonly do: 'begin'; readonly orders: readonly number[] }
  | { readonly do: 'pay'; readonly nth: number; readonly card: string }
  | { readonly do: 'refund'; readonly order: number; readonly amount?: number }
  | { readonly do: 'remove'; readonly order: number }
  | { readonly do: Numbered; readonly nth: number }
  | { readonly do: Plain };

const numbered = [
  'pass the challenge',
  'fail the challenge',
  'refund in the dashboard',
  'refund all in the dashboard',
  'the bank says yes',
  'the bank says no',
  'dispute',
  'win the dispute',
  'lose the dispute',
  'appeal',
  'retry a refund',
  'settle a refund',
  'message',
] as const;
type Numbered = (typeof numbered)[number];

const often = ['messages', 'react', 'reconcile', 'a minute passes'] as const;
const rarely = ['remove all', 'react again', 'reconcile elsewhere', 'expire', 'hours pass'] as const;
type Plain = (typeof often)[number] | (typeof rarely)[number];

const order = fc.nat(2);
const nth = fc.nat(5);
const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_processing',
  'pm_card_pendingRefund',
  'pm_card_refundFail',
  'pm_card_createDispute',
  'pm_card_createDisputeInquiry',
];

const begin = fc.record({ do: fc.constant('begin' as const), orders: fc.uniqueArray(order, { minLength: 1 }) });
const pay = fc.record({ do: fc.constant('pay' as const), nth, card: fc.constantFrom(...cards) });
const refund = fc.record({
  do: fc.constant('refund' as const),
  order,
  amount: fc.constantFrom(undefined, undefined, 1, 3, 5, 19.99),
});

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: begin },
  { weight: 4, arbitrary: pay },
  { weight: 4, arbitrary: refund },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), order }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constantFrom(...numbered), nth: fc.nat(20) }) },
  { weight: 7, arbitrary: fc.record({ do: fc.constantFrom(...often) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom(...rarely) }) },
);

/** Some begin as most do: with an order that is paid, and of which the shop hears. */
const opening: fc.Arbitrary<readonly Step[]> = fc.oneof(
  fc.constant([]),
  fc.tuple(begin, pay),
  fc.tuple(begin, pay, fc.constant({ do: 'messages' as const }), fc.constant({ do: 'react' as const })),
);

export const story: fc.Arbitrary<readonly Step[]> = fc
  .tuple(opening, fc.array(step, { maxLength: 24 }))
  .map(([first, rest]) => [...first, ...rest]);

const minute = 60_000;
const day = 24 * 60 * minute;

/** Three orders, and the secrets with which they can be paid as they are given out. */
export type Cast = { readonly orders: readonly string[]; readonly secrets: string[] };

const intentOf = (secret = 'pi_none_secret_none') => secret.split('_secret_')[0] ?? '';

const pick = <Item>(items: readonly Item[], nth: number): Item | undefined => items[nth % Math.max(1, items.length)];

/** Does one step. What there is nothing for is left out. */
export async function carryOut(till: Till, step: Step, { orders, secrets }: Cast): Promise<void> {
  switch (step.do) {
    case 'begin':
      secrets.push(await till.begin(step.orders.map((nth) => orders[nth] ?? '')));
      return;
    case 'pay':
      till.pay(pick(secrets, step.nth) ?? '', step.card);
      return;
    case 'remove':
      await till.remove(orders[step.order] ?? '');
      return;
    case 'refund':
      await till.refund(orders[step.order] ?? '', { amount: step.amount, restock: 1 });
      return;
    case 'remove all':
      await till.removeAll();
      return;
    case 'messages':
      for (const message of till.messages()) await passing(() => till.receive(message));
      return;
    case 'react':
      return till.react();
    case 'react again':
      return till.reactAgain();
    case 'reconcile':
      return till.run('reconcile');
    case 'reconcile elsewhere':
      return till.run('reconcile', 'another');
    case 'expire':
      return till.run('expire-unpaid');
    case 'a minute passes':
      return till.later(minute);
    case 'hours pass':
      return till.later(13 * 60 * minute);
    default:
      return carryOutNth(till, step.do, step.nth, secrets);
  }
}

async function carryOutNth(till: Till, what: Numbered, nth: number, secrets: readonly string[]): Promise<void> {
  const { dashboard } = till;
  const intentId = intentOf(pick(secrets, nth));
  const disputes = till.store.list('disputes', all);
  const openDispute = pick(disputes.filter(isOpen), nth)?.id ?? '';
  switch (what) {
    case 'pass the challenge':
      return till.answerChallenge(pick(secrets, nth) ?? '', 'success');
    case 'fail the challenge':
      return till.answerChallenge(pick(secrets, nth) ?? '', 'failure');
    case 'refund in the dashboard':
      return void dashboard.refund(intentId, pick([100, 700, 1500], nth));
    case 'refund all in the dashboard':
      return void dashboard.refund(intentId);
    case 'the bank says yes':
      return decide(till, nth, 'succeeded');
    case 'the bank says no':
      return decide(till, nth, 'failed');
    case 'dispute':
      return void dashboard.dispute(intentId, pick([undefined, 600], nth));
    case 'win the dispute':
      return dashboard.decideDispute(openDispute, 'won');
    case 'lose the dispute':
      return dashboard.decideDispute(openDispute, 'lost');
    case 'appeal':
      return dashboard.appealDispute(
        pick(
          disputes.filter(({ status }) => status === 'lost'),
          nth,
        )?.id ?? '',
      );
    case 'retry a refund': {
      const failed = pick(await till.failedRefunds(), nth);
      if (failed) await till.retry(failed._id);
      return;
    }
    case 'settle a refund': {
      const failed = pick(await till.failedRefunds(), nth);
      if (failed) await till.settle(failed._id, nth % 2 === 0 ? 'elsewhere' : 'not owed');
      return;
    }
    case 'message': {
      const message = pick(till.messages(), nth);
      if (message !== undefined) await till.receive(message);
      return;
    }
  }
}

/** A bank says what becomes of a payment that it was slow about, or else of a refund. */
function decide({ store, dashboard }: Till, nth: number, outcome: 'succeeded' | 'failed'): void {
  const waiting = store.list('intents', all).find(({ status }) => status === 'processing');
  if (waiting) dashboard.settlePayment(waiting.id, outcome);
  const made = pick(store.list('refunds', all), nth);
  if (made && !waiting) dashboard.settleRefund(made.id, outcome);
}

/** What is refused, away, wrong at the provider or broken off does not matter: something else comes next. */
export async function passing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (reason) {
    const isExpected = [Refusal, Unavailable, Crash, AggregateError].some((kind) => reason instanceof kind);
    const isOfTheSandbox = reason instanceof Error && reason.name === 'StripeFailure';
    if (!isExpected && !isOfTheSandbox) throw reason;
  }
}

/** What becomes of a dispute; `appealed`: lost, open again, and won. */
export const verdicts = ['won', 'lost', 'appealed'] as const;
type Verdict = (typeof verdicts)[number];

const isOpen = ({ status }: { status: string }) => status.endsWith('needs_response') || status.endsWith('under_review');
const all = { limit: 1_000 };

/**
 * Days pass in which everything works: banks decide what is open, messages come backwards, once more, and some of them
 * never. Of what was said of a refund or a dispute the last word comes.
 * @param options.seenTo what an admin does on the fourth day about each refund that could not be given back
 * @param options.soon the provider is asked within minutes, while it remembers every key, and before any message comes
 */
export async function settleAll(
  till: Till,
  {
    verdicts = [],
    lost = [],
    seenTo = [],
    soon = false,
  }: {
    verdicts?: readonly Verdict[];
    lost?: readonly number[];
    seenTo?: readonly (SettledHow | undefined)[];
    soon?: boolean;
  } = {},
): Promise<void> {
  if (soon) {
    till.later(2 * minute);
    await till.run('reconcile');
  }
  const open = till.store.list('disputes', all).filter(isOpen);
  for (const [nth, { id }] of open.entries())
    till.dashboard.decideDispute(id, verdicts[nth] === 'won' ? 'won' : 'lost');
  const appealed = open.filter(({ status }, nth) => verdicts[nth] === 'appealed' && !status.startsWith('warning'));
  for (let days = 0, heard = 0; days < 5; days++) {
    till.later(day + minute);
    till.sandbox.settleDue();
    for (const { id } of appealed) {
      if (days === 1) till.dashboard.appealDispute(id);
      if (days === 2) till.dashboard.decideDispute(id, 'won');
    }
    if (days === 3) {
      for (const [nth, { _id: id }] of (await till.failedRefunds()).entries()) {
        const how = seenTo[nth];
        if (how !== undefined) await passing(() => till.settle(id, how));
      }
    }
    const messages = till.messages();
    const about = messages.map((message) => subjectOf(message));
    const isLastWord = (nth: number) => about[nth] !== undefined && about.lastIndexOf(about[nth]) === nth;
    const coming = messages.filter((_, nth) => nth >= heard && (!lost.includes(nth) || isLastWord(nth)));
    if (days > 0) heard = messages.length;
    for (const message of coming.toReversed()) await till.receive(message);
    await till.run('reconcile');
    await till.react();
    await till.run('expire-unpaid');
    await till.react();
  }
}

/** Which refund or dispute a message is about; undefined for what the reconciler finds by itself. */
function subjectOf(message: string): string | undefined {
  const { data } = JSON.parse(message);
  return ['refund', 'dispute'].includes(data.object.object) ? data.object.id : undefined;
}
