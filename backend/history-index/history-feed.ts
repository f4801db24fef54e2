import type { HistoryIndex, Kept, Place, Wanted } from '../../modules/audit/history-index.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import { UnusableLog } from '../event-store/sqlite/unusable-log.ts';
import { Waiters } from '../feed/read-your-writes/waiters.ts';
import { pageToEnd } from '../feed/subscription/page-to-end.ts';
import { failuresTo } from '../runtime/logging/failure-log.ts';
import type { Log } from '../runtime/logging/log.ts';
import { backOff } from '../runtime/retries/back-off.ts';
import { background } from '../runtime/scheduling/background.ts';
import { pause } from '../runtime/time/pause.ts';
import { HeardEvents } from './heard-events.ts';
import type { HistoryIndexFile } from './history-index-file.ts';
import { indexed } from './indexed-event.ts';
import { knowLog } from './know-log.ts';
import type { KnownSkips } from './known-skips.ts';
import type { RunningStates } from './running-states.ts';
import type { RunningTallies } from './running-tallies.ts';
import { writeFull } from './write-full.ts';
import { wrongBy } from './wrong-by.ts';

/**
 * Milliseconds that events are gathered, so that they are indexed together, and how many at most; whoever looks for them need not
 * wait for it. For longer, garbage collection would have to move what else is gone by then.
 */
const gathered = { for: 100, most: 128 };
/** Events that are indexed at once, in a millisecond: as they are heard, and where all of a log is indexed. */
const atOnce = { heard: 128, read: 512 };
/** How long who looks into the history waits for what has just happened to be in it, in milliseconds. */
const patience = 2_000;
/** Back-off while the index cannot be written, or the log cannot be read, in milliseconds. */
const tryAgain = { first: 50, most: 5_000 };
/** The same where the log itself cannot be read: a person has to mend it. */
const tryDamagedAgain = 30_000;

type Wiring = {
  /** As the events are stored: nothing in them is opened for the index. */
  readonly store: EventStore;
  readonly file: HistoryIndexFile;
  readonly skips: KnownSkips;
  readonly tallies: RunningTallies;
  readonly states: RunningStates;
  readonly log: Log;
};

/**
 * Keeps the history index true to the log, a moment behind it. It hears what this node has read of the log anyway, and reads for
 * itself what it has not heard. No answer waits for it but those about the history.
 */
export class HistoryFeed implements HistoryIndex {
  readonly #wiring: Wiring;
  readonly #heard = new HeardEvents();
  readonly #waiters = new Waiters();
  readonly #stop = new AbortController();
  readonly #listeners: (() => void)[] = [];
  #running: Promise<void> | undefined;
  #wrong: string | undefined;
  /** Somebody looks into the history, and waits. */
  #wanted = 0n;
  #wake: () => void = () => {};
  /** It waits for whatever comes. */
  #isIdle = false;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** Begins to index, and goes on until it is closed. */
  start(): void {
    this.#running ??= this.#follow();
  }

  hear(batch: LogBatch): void {
    this.#heard.add(batch);
    if (this.#isIdle || this.#heard.events > gathered.most) this.#wake();
  }

  get reached(): bigint {
    return BigInt(this.#wiring.file.reached);
  }

  get beginnings(): number {
    return this.#wiring.file.beginnings;
  }

  /** Why it does not go on. Undefined while all is well, or a store is away. */
  get wrong(): string | undefined {
    return this.#wrong;
  }

  async fresh(): Promise<{ reached: bigint; isWhole: boolean; wrong?: string | undefined }> {
    const { store, skips } = this.#wiring;
    const head = await store.head();
    await skips.load(); // Another node may have heard of them, and indexed them.
    this.#wiring.file.look();
    this.#advance();
    const { reached, wrong } = this;
    if (reached >= head) return { reached, isWhole: true };
    if (wrong !== undefined) return { reached, isWhole: false, wrong };
    if (head > this.#wanted) this.#wanted = head;
    this.#wake();
    const isWhole = (await this.#waiters.wait(head, patience)) && this.reached >= head;
    return { reached: this.reached, isWhole, wrong: this.#wrong };
  }

  newest(
    wanted: Wanted,
    { before, after = 0n, limit }: { before?: bigint | undefined; after?: bigint; limit: number },
  ): Place[] {
    const most = before === undefined || before > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(before);
    return this.#wiring.file.newest(wanted, { before: most, after: Number(after), limit });
  }

  oldest(
    wanted: { types: readonly string[] } | { correlation: string },
    { after, upTo, limit }: { after: bigint; upTo?: bigint; limit: number },
  ): Place[] {
    const last = upTo === undefined ? Number.MAX_SAFE_INTEGER : Number(upTo);
    return this.#wiring.file.oldest(wanted, { after: Number(after), upTo: last, limit });
  }

  find(eventId: string): Promise<Place[]> {
    return background.run(async () => this.#wiring.file.find(eventId));
  }

  hasStream(stream: string): boolean {
    return this.#wiring.file.newest({ stream }, { before: Number.MAX_SAFE_INTEGER, limit: 1 }).length > 0;
  }

  timeOf(position: bigint): number | undefined {
    return this.newest({}, { before: position + 1n, limit: 1 })[0]?.at;
  }

  kept(name: string, version: number, upTo: bigint): Kept | undefined {
    return this.#wiring.file.kept(name, version, upTo);
  }

  keep(name: string, version: number, kept: Kept): void {
    try {
      this.#wiring.file.keep(name, version, kept);
    } catch (reason) {
      if (!(reason instanceof Unavailable)) throw reason;
    }
  }

  onMore(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Ends; what was not written is read again at the next start. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    await this.#running;
    await this.#wiring.file.close();
  }

  async #follow(): Promise<void> {
    const { log } = this.#wiring;
    const { signal } = this.#stop;
    const failures = failuresTo('indexing the history', log);
    let known: number | undefined;
    let failed = 0;
    while (!signal.aborted) {
      try {
        this.#wiring.file.look();
        if (known !== this.beginnings) await knowLog(this.#wiring.file, this.#wiring.store);
        known = this.beginnings;
        const began = performance.now();
        const isMore = await this.#goOn();
        const took = performance.now() - began;
        failures.succeeded();
        failed = 0;
        this.#wrong = undefined;
        if (!isMore) await this.#untilMore();
        // Half of the time at most, while nobody wants to see it: others have a whole log to read at a start, too.
        else if (this.#wanted <= this.#waiters.reached) await pause(took, signal);
      } catch (reason) {
        // Another process writes: that is of every day, and over in a moment.
        failed += 1;
        if (failed > 5 || !(reason instanceof Unavailable)) failures.failed(reason);
        known = undefined; // It may have been damaged.
        this.#wrong = wrongBy(reason, failed);
        await pause(reason instanceof UnusableLog ? tryDamagedAgain : backOff(failed, tryAgain), signal);
      }
    }
  }

  /** Indexes a piece of the log; resolves to whether there is more. */
  async #goOn(): Promise<boolean> {
    const { file, tallies, states } = this.#wiring;
    await writeFull(file);
    const after = file.progress.position; // Another process may have written meanwhile.
    this.#advance();
    const batch = await this.#behind(BigInt(after), file.room);
    if (batch.position <= BigInt(after)) return false;
    const kept = [...(await tallies.add(batch, after)), ...(await states.add(batch))];
    const { events, position } = batch;
    if (!file.add({ after, events: events.map(indexed), upTo: Number(position) }, kept)) tallies.takeBack();
    this.#advance();
    return !batch.caughtUp || this.#heard.upTo > position;
  }

  /** What stands behind a position: as it was heard, or else from the log. */
  async #behind(position: bigint, room: number): Promise<LogBatch> {
    const { store } = this.#wiring;
    // The end of a log that others write to may be nobody's to hear of.
    const isHeardOf = this.#wanted <= position || this.#heard.upTo > position;
    const heard = isHeardOf ? this.#heard.behind(position, Math.min(atOnce.heard, room)) : undefined;
    if (heard) return heard;
    const [wanted, from] = [this.#wanted, this.#heard.from];
    const batch = await pageToEnd(store, {
      after: position,
      limit: Math.min(atOnce.read, room),
      asked: wanted > from ? wanted : from,
    });
    // Else it would be looked for without a pause.
    if (batch.caughtUp && batch.position < wanted && this.#wanted === wanted) this.#wanted = batch.position;
    return batch;
  }

  #advance(): void {
    if (this.reached < this.#waiters.reached) this.#waiters.goBack(this.reached);
    if (this.reached === this.#waiters.reached) return;
    this.#waiters.advance(this.reached);
    for (const listener of this.#listeners) listener();
  }

  /** Waits for news, and then for more of them, unless somebody wants to see them. */
  async #untilMore(): Promise<void> {
    const isBehind = () => this.#heard.upTo > this.#waiters.reached;
    const isWanted = () => this.#stop.signal.aborted || this.#wanted > this.#waiters.reached;
    if (!isBehind() && !isWanted()) {
      this.#isIdle = true;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#isIdle = false;
    }
    if (isWanted() || this.#heard.events > gathered.most) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, gathered.for);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
