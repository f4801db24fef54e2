import type { Commands } from '../../kernel/commands.ts';
import type { Turn, Turns } from '../../kernel/concurrency/turns.ts';
import { everyPage } from '../../kernel/documents/every-page.ts';
import type { View } from '../../kernel/documents/view.ts';
import type { Timer } from '../../kernel/reactor.ts';
import { hasPassed } from '../../kernel/time/clock-ahead.ts';
import { isDue, patience } from '../ask-schedule.ts';
import type { PaymentGateway } from '../gateway.ts';
import { payment } from '../payment.ts';
import { pursueRefund } from '../pursue-refund.ts';
import type { OpenQuestion } from '../read-models/open-questions.ts';
import { askAfterDispute } from '../receive-message.ts';
import { settleAs } from '../settle.ts';
import { cancelAtProvider } from '../withdraw.ts';
import { isAway } from './is-away.ts';
import { Unanswered } from './unanswered.ts';

type Wiring = {
  commands: Commands;
  gateway: PaymentGateway;
  now: () => Date;
  questions: View<OpenQuestion>;
  turns: Turns;
  /** Milliseconds between two looks. */
  every: number;
  /** Milliseconds in which the provider is asked after so many things at most. */
  pace?: { readonly atOnce: number; readonly every: number };
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

/** At most so many a second, by all nodes together. */
const gently = { atOnce: 20, every: 1_000 };

/**
 * Asks the provider after what it has not said its last word of: after 1, 5 and 15 minutes, then hourly, then daily. A
 * message of the provider's may be lost, but no payment and no refund is. One node at a time asks, and a bounded number a
 * second.
 */
export function reconcile(wiring: Wiring): Timer {
  const { questions, turns, every, pace = gently, pause } = wiring;
  const unanswered = new Unanswered();
  let lookedAt = 0;

  /** What is due since the provider was last asked after everything. What has only just begun, in the middle of the list, is not read. */
  async function dueBetween(before: number, now: number, signal: AbortSignal): Promise<OpenQuestion[]> {
    const due: OpenQuestion[] = [];
    const stillUnanswered: OpenQuestion[] = [];
    for (const { order, isRead } of [
      { order: 'ascending', isRead: (since: number) => now - since >= patience },
      { order: 'descending', isRead: (since: number) => since > now },
    ] as const) {
      for await (const page of everyPage(questions.list, { index: 'open', key: '', order })) {
        if (signal.aborted) return [];
        const read = page.filter(({ at }) => isRead(Date.parse(at)));
        due.push(...read.filter(({ at }) => isDue(Date.parse(at), before, now)));
        stillUnanswered.push(...unanswered.divide(read).again);
        if (read.length < page.length) break;
      }
    }
    unanswered.keep(stillUnanswered);
    return due;
  }

  return {
    name: 'reconcile',
    every,
    async run(at, signal) {
      const now = at.getTime();
      if (!hasPassed(patience, lookedAt, now)) return;
      lookedAt = now;
      const doneUntil = await turns.doneUntil(now);
      if (now - doneUntil < patience) return;
      const due = await dueBetween(doneUntil, now, signal);
      if (!due.some((question) => unanswered.isToTry(question, now))) return;
      const turn = await turns.take(now);
      // Another node was faster, and asks after the same.
      if (turn?.doneUntil !== doneUntil) return turn?.end(turn.doneUntil);
      const outcome = await askAfter(wiring, due, { turn, pace, pause, signal, unanswered, now });
      await turn.end(outcome.isDone ? now : doneUntil);
      if (outcome.failures.length > 0) {
        throw new AggregateError(outcome.failures, `${outcome.failures.length} failed: ${outcome.failures[0]}`);
      }
    },
  };
}

type Asking = Required<Pick<Wiring, 'pace' | 'pause'>> & {
  turn: Turn;
  signal: AbortSignal;
  unanswered: Unanswered;
  now: number;
};

/**
 * Asks after some at a time. Where all of them fail since the provider is away, the others are left for later, and come first then.
 * Those that had no answer before are asked last: what fails once more while the provider answers others waits until it is due again.
 */
async function askAfter(wiring: Wiring, due: readonly OpenQuestion[], asking: Asking) {
  const { turn, pace, pause, signal, unanswered, now } = asking;
  const failures: unknown[] = [];
  let done = 0;
  let isAnswering = false;

  /** Whether all of them were asked after. */
  async function askAll(questions: readonly OpenQuestion[], isAgain: boolean): Promise<boolean> {
    for (let next = 0; next < questions.length; next += pace.atOnce) {
      if (done++ > 0) await pause(pace.every, signal);
      if (signal.aborted || !(await turn.keep(wiring.now().getTime()))) return false;
      const some = questions.slice(next, next + pace.atOnce);
      const outcomes = await Promise.allSettled(some.map((question) => ask(wiring, question)));
      const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      failures.push(...failed);
      for (const [nth, question] of some.entries()) {
        const outcome = outcomes[nth];
        if (outcome?.status === 'rejected') unanswered.wasInVain(question, now, isAway(outcome.reason));
        else unanswered.wasAnswered(question);
      }
      isAnswering ||= failed.length < some.length;
      if (failed.every((reason) => isAway(reason)) && failed.length === some.length && !(isAgain && isAnswering)) {
        return false;
      }
    }
    return true;
  }

  const { fresh, again } = unanswered.divide(due);
  if (!(await askAll(fresh, false))) return { failures, isDone: false };
  const rest = isAnswering ? again : again.filter((question) => unanswered.isToTry(question, now));
  const isOver = await askAll(rest, true);
  return { failures, isDone: isOver && (isAnswering || !unanswered.seemedAway) };
}

async function ask(wiring: Wiring, { paymentId, refundId, dispute }: OpenQuestion): Promise<void> {
  const { commands, gateway } = wiring;
  if (dispute !== undefined) return void (await askAfterDispute(wiring, dispute));
  if (refundId !== undefined) return pursueRefund(wiring, paymentId, refundId);
  const state = await commands.load(payment, paymentId);
  if (state.status === 'none' || state.intentId === undefined) return;
  if (state.status === 'open') await settleAs(commands, paymentId, await gateway.intent(state.intentId));
  if (state.status === 'closed') await cancelAtProvider(wiring, paymentId, state.intentId);
}
