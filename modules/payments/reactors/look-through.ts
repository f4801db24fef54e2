import type { Commands } from '../../kernel/commands.ts';
import type { Turn, Turns } from '../../kernel/concurrency/turns.ts';
import type { View } from '../../kernel/documents/view.ts';
import type { Timer } from '../../kernel/reactor.ts';
import { believed, hasPassed } from '../../kernel/time/clock-ahead.ts';
import { OursComeFirst } from '../commands/record-refund.ts';
import { AnsweredWithFault, type PaymentGateway, type ProviderPage } from '../gateway.ts';
import type { BooksDocument } from '../read-models/books.ts';
import { askAfterDispute, recordFound } from '../receive-message.ts';
import { isAway } from './is-away.ts';

type Wiring = {
  commands: Commands;
  gateway: PaymentGateway;
  now: () => Date;
  books: View<BooksDocument>;
  turns: Turns;
  /** Milliseconds between two runs, of which most do nothing. */
  every: number;
};

const hour = 3_600_000;
const day = 24 * hour;

/** Why a refund or a dispute could not be recorded, and when it began, in milliseconds. */
type Failure = { readonly reason: unknown; readonly at: number };

/** Resolves to what could not be recorded; to nothing where another node has taken over, or the shop is closing. */
type Look = (now: number, turn: Turn, signal: AbortSignal) => Promise<readonly Failure[] | undefined>;

/** Of one refund or dispute only: others can be recorded. */
const ofOneFound = [OursComeFirst, AnsweredWithFault];

/**
 * How far back it looks, in milliseconds: once a day, and after the shop was closed for longer. What is wrong with something that is found
 * is told each hour while that is of the last day, then once a day, and an operator has so long to mend it.
 */
const furthest = 30 * day;

/**
 * Looks once an hour, at one node, through the refunds and disputes that there are new at the provider: what somebody begins there,
 * in its dashboard or at a bank, only its message tells, and that may be lost, or never be sent to the shop. Looks an hour
 * further back than it has come, since the provider has a clock of its own; and once a day (UTC) through those of weeks, since a bank may
 * send back what had gone through. Not before money was taken, since there is nothing then.
 */
export function lookThrough(wiring: Wiring): Timer {
  const { gateway, books, turns, every } = wiring;
  // Also refunds with an id of ours: a log that was put back does not know what it has asked for since.
  const refunds = kindOf(
    (...from) => gateway.refundsSince(...from),
    (report) => recordFound(wiring, report),
  );
  const disputes = kindOf(
    (...from) => gateway.disputesSince(...from),
    (dispute) => askAfterDispute(wiring, dispute),
  );
  let lookedAt = 0;

  /** Looks through what there is new of one kind. */
  function kindOf<Item extends { readonly at: string }>(
    pageSince: (...from: [at: string, after?: string]) => Promise<ProviderPage<Item>>,
    record: (item: Item) => Promise<unknown>,
  ): Look {
    /** The day on which this node has looked through those of weeks, and until when it has come by itself: but for what failed of the last day, to the last look. */
    let [wholeOn, doneHere] = [0, 0];
    return async (now, turn, signal) => {
      const today = Math.floor(now / day);
      // Once, also on a day on which nothing is done since something fails.
      const isWhole = Math.floor(turn.doneUntil / day) < today && wholeOn !== today;
      const from = isWhole ? 0 : Math.max(turn.doneUntil, believed(doneHere, now)) - hour;
      const since = new Date(Math.max(from, now - furthest)).toISOString();
      const failures: Failure[] = [];
      if (!(await eachOf((after) => pageSince(since, after), record, { turn, signal, failures }))) return undefined;
      if (isWhole) wholeOn = today;
      doneHere = Math.min(now, ...failures.map(({ at }) => at).filter((began) => now - began < day));
      return failures;
    };
  }

  /**
   * Whether all pages were looked through; else another node has taken over, or the shop is closing. Where something is wrong with
   * one of them, the others are recorded all the same.
   * @throws Unavailable while the provider or the store is away.
   */
  async function eachOf<Item extends { readonly at: string }>(
    pageAfter: (after?: string) => Promise<ProviderPage<Item>>,
    record: (item: Item) => Promise<unknown>,
    { turn, signal, failures }: { turn: Turn; signal: AbortSignal; failures: Failure[] },
  ): Promise<boolean> {
    for (let after: string | undefined, isMore = true; isMore; isMore = after !== undefined) {
      const { items, next } = await pageAfter(after);
      for (const item of items) {
        if (signal.aborted || !(await turn.keep(wiring.now().getTime()))) return false;
        await record(item).catch((reason: unknown) => {
          if (isAway(reason, ofOneFound)) throw reason;
          failures.push({ reason, at: Date.parse(item.at) });
        });
      }
      after = next;
    }
    return true;
  }

  return {
    name: 'look-through',
    every,
    async run(at, signal) {
      const now = at.getTime();
      if (!hasPassed(hour, lookedAt, now)) return;
      const { documents } = await books.list({ index: 'all', key: '', order: 'ascending', limit: 1 });
      if (documents.length === 0) return;
      const doneUntil = await turns.doneUntil(now);
      if (now - doneUntil < hour) {
        lookedAt = doneUntil;
        return;
      }
      const turn = await turns.take(now);
      if (!turn) return; // Another looks, or has died of it: that is seen at the next run.
      lookedAt = now;
      const failures: Failure[] = [];
      const away: unknown[] = [];
      let isDone = false;
      try {
        for (const look of [refunds, disputes]) {
          // Without this, a list of refunds that cannot be had would keep all disputes unseen.
          const found = await look(now, turn, signal).catch((reason: unknown) => {
            away.push(reason);
            return [];
          });
          if (!found) return;
          failures.push(...found);
        }
        isDone = away.length + failures.length === 0;
      } finally {
        // What failed is looked at again, by other nodes, too: one of a newer release can read more.
        await turn.end(isDone ? now : turn.doneUntil);
      }
      const reasons = [...away, ...failures.map(({ reason }) => reason)];
      if (away.length > 0 && failures.length === 0) throw away[0];
      if (reasons.length > 0) throw new AggregateError(reasons, `${reasons.length} failed: ${reasons[0]}`);
    },
  };
}
