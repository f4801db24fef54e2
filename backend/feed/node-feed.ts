import { Unavailable } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import type { Timer } from '../../modules/kernel/reactor.ts';
import type { Log } from '../runtime/logging/log.ts';
import { retryForever } from '../runtime/retries/retry-forever.ts';
import { type Listener, Listeners } from './listener.ts';
import type { ParkedEvent, ParkedEvents } from './parked/parked-events.ts';
import { Standstills } from './parked/standstills.ts';
import type { ProjectionRunner } from './projection-runner.ts';
import { carefully } from './provenance/strange-read-models.ts';
import type { ReactorRunner } from './reactor-runner.ts';
import { atOnce } from './read-your-writes/at-once.ts';
import type { Freshness } from './read-your-writes/freshness.ts';
import { untilShown } from './read-your-writes/until-shown.ts';
import { besideTheLog } from './subscription/beside-the-log.ts';
import { comeNear } from './subscription/come-near.ts';
import { Following } from './subscription/following.ts';
import { forAMoment } from './subscription/for-a-moment.ts';
import { LogWatch, type WatchPatience } from './subscription/log-watch.ts';

/** How long an answer waits for the read models to show what it changed, all that came of it included, in milliseconds. */
export const usualPatience = 5_000;
/** Back-off of a batch that could not be applied, in milliseconds. */
const applyAgain = { first: 50, most: 1_000 };

type Wiring = {
  readonly store: EventStore;
  readonly projections: ProjectionRunner;
  readonly reactors: readonly ReactorRunner[];
  readonly timers: readonly Timer[];
  readonly parked: ParkedEvents;
  readonly log: Log;
  readonly now: () => Date;
  /** Told once that the log was put back to an earlier state, or is another: nothing here is of it any more. */
  readonly putBack?: () => void;
  /** Milliseconds in the place of five seconds. */
  readonly patience?: number;
  /** How long is waited with what the log says, in the place of some seconds. */
  readonly watching?: WatchPatience;
};

/** Reads the log once for this node, and hands each batch to projections, then to reactors and who listens for what GETs now show. */
export class NodeFeed {
  readonly #options: Wiring;
  readonly freshness: Freshness;
  /** Those whose reactions an answer waits for. */
  readonly #awaited: readonly ReactorRunner[];
  readonly #stop = new AbortController();
  readonly #listeners: Listeners;
  #running: Promise<unknown> | undefined;
  readonly #standstills: Standstills;
  #isCaughtUp = false;
  #wasCaughtUp = false;
  #fed = 0n;
  readonly #following: Following;
  readonly #watch: LogWatch;
  #applying: Promise<void> = Promise.resolve();
  /** Looks at once whether the read models are still where this node left them, as somebody was shown that they are not. */
  readonly lookNow = atOnce(
    () =>
      this.#exclusively(async () => {
        if (this.#wasCaughtUp) await this.#options.projections.verify();
      }),
    this.#stop.signal,
  );

  constructor(options: Wiring) {
    this.#options = options;
    this.freshness = options.projections.freshness;
    this.#awaited = options.reactors.filter(({ reactor }) => reactor.awaited);
    this.#standstills = new Standstills(options);
    this.#listeners = new Listeners(options.log);
    this.#following = new Following({
      ...options,
      signal: this.#stop.signal,
      handOn: (batch) => this.#handOn(batch),
      lost: () => {
        this.#isCaughtUp = false;
        return this.#wasCaughtUp;
      },
    });
    this.#watch = new LogWatch({
      ...options,
      patience: options.watching,
      leave: () => this.#following.leave(),
      putBack: () => {
        this.#stop.abort();
        options.putBack?.();
      },
    });
  }

  /**
   * True when this node has caught up with the log once and keeps applying it, and knows all that it holds. One that does not
   * must be updated, and others answer meanwhile; what a parked event stops stands still everywhere, and stops nothing else.
   */
  get isCaughtUp(): boolean {
    const { stopped } = this.#options.projections;
    return this.#isCaughtUp && this.#watch.isWell && stopped.every(({ byParked }) => byParked);
  }

  /** Whether the log was put back to an earlier state, or seems to have been: what is shown then may never have happened. */
  get isDoubtful(): boolean {
    return this.#watch.isDoubtful;
  }

  /** Events that wait for an operator, or for something that is away. */
  get parked(): readonly ParkedEvent[] {
    return this.#options.parked.entries;
  }

  /** The projections that stand still. */
  get stopped(): ProjectionRunner['stopped'] {
    return this.#options.projections.stopped;
  }

  /** How far each projection and reactor has come; and how far the log goes that they follow, unless it goes further. */
  get standing() {
    return {
      end: this.#isCaughtUp ? this.#watch.endFrom(this.#fed) : undefined,
      projections: this.#options.projections.positions,
      reactors: this.#options.reactors.map(({ reactor, standing }) => ({ reactor: reactor.name, ...standing })),
    };
  }

  /** The position up to which GETs that begin now show everything. */
  get shownUpTo(): bigint {
    return this.#options.projections.shownUpTo;
  }

  /** Whether the documents of these projections show what an event did to them: not, while one of them stands still. */
  shows(event: StoredEvent, by: readonly Projection[]): boolean {
    return this.#options.projections.shows(event, by);
  }

  /** Calls the listener with every batch after the read models show it. */
  listen(listener: Listener): void {
    this.#listeners.add(listener);
  }

  /**
   * Catches up with the log as it is now, then goes on by itself, timers included. When it fails, nothing runs on, and it
   * may be called again.
   * @throws whatever keeps the log from being read to its end, damage for one.
   */
  async start(): Promise<void> {
    const { projections, reactors, store, parked } = this.#options;
    await parked.load();
    const [opened] = await Promise.all([
      projections.open({ isAside: true, ...carefully(this.#options) }),
      ...reactors.map((reactor) => reactor.open()),
    ]);
    const from = await comeNear(opened, { ...this.#options, signal: this.#stop.signal });
    const { promise: caughtUp, resolve, reject } = Promise.withResolvers<void>();
    const sayCaughtUp = () => {
      this.#wasCaughtUp = true;
      resolve();
    };
    if ((await store.head()) <= from) sayCaughtUp();
    this.#fed = from;
    for (const reactor of reactors) reactor.fedFrom(from, this.#stop.signal);
    const following = this.#following.run(from, sayCaughtUp);
    following.catch(reject);
    this.#running = Promise.allSettled([following]);
    await caughtUp;
    // Only now, since that may have taken long. What fails is looked at again a second later, and nothing is ready before.
    await projections.others.look().catch(() => {});
    this.#isCaughtUp = true;
    this.#running = Promise.allSettled([following, ...this.#beside()]);
  }

  #beside(): Promise<void>[] {
    const { signal } = this.#stop;
    const look = () => this.#watch.look(() => ({ fed: this.#fed, isWaiting: this.#following.isWaiting }));
    return besideTheLog({ ...this.#options, look, exclusively: (work) => this.#exclusively(work), signal });
  }

  /**
   * Waits until every GET shows what happened up to the position, and what the shop did because of it.
   * Resolves to false when that takes too long, or is held up; with `correlationId` also when what that call did before is.
   */
  async whenShown(position: bigint, correlationId?: string): Promise<boolean> {
    const { projections, patience = usualPatience } = this.#options;
    this.#watch.know(position);
    if (this.#following.isUnread || this.isDoubtful) return false;
    return untilShown({ position, correlationId }, projections, this.#awaited, patience);
  }

  /** Waits until GETs show all that the log has by now, whatever the shop does because of it. False when that takes too long. */
  async whenCaughtUp(): Promise<boolean> {
    return !this.#following.isUnread && this.freshness.whenCaughtUp(this.#options.patience ?? usualPatience);
  }

  /**
   * The same for all that others have acknowledged by now (see Freshness); undefined when GETs show it already.
   * @throws Unavailable while the log cannot be read on: nothing is taken then that nobody would be shown
   */
  whenFresh(): Promise<boolean> | undefined {
    if (this.#following.isUnread) throw new Unavailable('The event log cannot be read on.');
    return this.freshness.when(this.#options.patience ?? usualPatience);
  }

  /**
   * Stops following; waits a moment for what is under way, and records how far everything came. What could not be
   * recorded is read again at the next start.
   */
  async close(): Promise<void> {
    const { projections, reactors, log } = this.#options;
    this.#stop.abort();
    if (!this.#running) return;
    await forAMoment(this.#running, log);
    // How far everything had come in a log that is no more concerns nobody.
    if (this.#watch.isPutBack) return;
    const recorded = this.#exclusively(async () => {
      await projections.record();
      await projections.lookAtLog();
    });
    await forAMoment(Promise.all([recorded, ...reactors.map((reactor) => reactor.close())]), log);
  }

  async #handOn(batch: LogBatch): Promise<void> {
    const { projections, reactors, log } = this.#options;
    const { signal } = this.#stop;
    const since = Date.now();
    this.#fed = batch.position;
    await retryForever(() => this.#exclusively(() => projections.apply(batch)), {
      what: 'applying the log',
      log,
      signal,
      pace: applyAgain,
      onFailure: () => {
        this.#isCaughtUp = false;
      },
    });
    if (signal.aborted) return;
    this.#standstills.say();
    this.#isCaughtUp = this.#wasCaughtUp;
    for (const reactor of reactors) reactor.feed(batch, signal);
    this.#listeners.tell(batch, since);
  }

  /** One piece of work on the projections at a time. */
  #exclusively(work: () => Promise<void>): Promise<void> {
    const mine = this.#applying.then(work);
    this.#applying = mine.catch(() => undefined);
    return mine;
  }
}
