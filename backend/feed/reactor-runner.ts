import { Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import type { Reactor } from '../../modules/kernel/reactor.ts';
import type { Log } from '../runtime/log.ts';
import { pause } from '../runtime/pause.ts';
import { retryForever } from '../runtime/retry-forever.ts';
import { ReactorCheckpoint } from './reactor-checkpoint.ts';
import { Waiters } from './waiters.ts';

/** How many reactions of one batch run side by side. They are about different things, so their order is free. */
const sideBySide = 32;
/** Of how many events of others may pass before it is recorded that they have. One of the shop's own is always recorded. */
const mostUnrecorded = 5_000;
/** As how many it counts that the log was seen further, past events of others: nobody knows how many they were. */
const othersWeight = 250;
/** Milliseconds between two records of how far a reactor has come, at least; what a crash repeats. */
const recordEvery = 60_000;
/** How much may wait in memory for a reactor that is held up. What comes after that it reads from the log itself. */
const mostWaiting = 2_000;
/** How many events it then reads at a time. */
const pageSize = 500;
/** Back-off of a reaction that failed, in milliseconds. */
const reactAgain = { first: 100, most: 30_000 };
/** Milliseconds that a reaction under way has to end when the shop closes. It is made again at the next start. */
const patience = 500;

/**
 * Lets one reactor react to every event at least once, also after a crash, and never because read models are rebuilt.
 * Reactions that fail are tried again until they succeed: the shop owes them.
 */
export class ReactorRunner {
  readonly reactor: Reactor;
  readonly #store: EventStore;
  readonly #checkpoint: ReactorCheckpoint;
  readonly #log: Log;
  readonly #now: () => Date;
  readonly #settled = new Waiters();
  #work: Promise<void> = Promise.resolve();
  /** How far the log has been fed, and the last event in it. */
  #fed = 0n;
  #lastFed = 0n;
  #waiting = 0;
  #readsItself = false;
  #lastAppended = 0n;
  /** How much has been fed since the last record, as events of others. */
  #unrecorded = 0;
  #recordedAt: number;

  constructor(reactor: Reactor, options: { store: EventStore; log: Log; now: () => Date }) {
    this.reactor = reactor;
    this.#store = options.store;
    this.#checkpoint = new ReactorCheckpoint(options.store, reactor.name);
    this.#log = options.log;
    this.#now = options.now;
    this.#recordedAt = options.now().getTime();
  }

  /** Finds out how far the reactor has come, and resolves to it. */
  async open(): Promise<bigint> {
    const position = await this.#checkpoint.open();
    this.#settled.advance(position);
    return position;
  }

  /**
   * Says that the log is fed from here on. What the reactor has not reacted to before that it reads from the log itself, so
   * that nobody waits for it.
   */
  fedFrom(position: bigint, signal: AbortSignal): void {
    this.#fed = position;
    this.#lastFed = position;
    if (this.#settled.reached >= position) return;
    this.#readsItself = true;
    this.#then(signal, () => this.#readOn(signal));
  }

  /** Takes a batch of the log; works on it in the background, in order. */
  feed(batch: LogBatch, signal: AbortSignal): void {
    if (batch.events.length > 0) this.#unrecorded = mostUnrecorded;
    else if (batch.position > this.#fed) this.#unrecorded += othersWeight;
    this.#fed = batch.position;
    this.#lastFed = batch.events.at(-1)?.position ?? this.#lastFed;
    if (this.#readsItself) return;
    const events = batch.events.filter(({ type }) => this.reactor.handles(type));
    const weight = events.length + 1;
    if (this.#waiting + weight > mostWaiting) {
      this.#readsItself = true;
      this.#then(signal, () => this.#readOn(signal));
      return;
    }
    this.#waiting += weight;
    const slim = { ...batch, events };
    this.#then(signal, async () => {
      await this.#reactToAll(slim, signal);
      this.#waiting -= weight;
    });
  }

  /**
   * Resolves once the reactor has reacted to everything up to the position (or after `milliseconds`), to the position
   * of the last event that it has appended so far.
   */
  async whenSettled(position: bigint, milliseconds: number): Promise<bigint> {
    await this.#settled.wait(position, milliseconds);
    return this.#lastAppended;
  }

  /** Waits a moment for what is under way, and records how far it came. */
  async close(): Promise<void> {
    const waited = new AbortController();
    await Promise.race([this.#work, pause(patience, waited.signal)]);
    waited.abort();
    await this.#checkpoint.record(this.#settled.reached);
  }

  #then(signal: AbortSignal, work: () => Promise<void>): void {
    this.#work = this.#work.then(() => (signal.aborted ? undefined : work()));
  }

  /** Reads from the log what was fed meanwhile and not kept, until it has met the feed again. */
  async #readOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#settled.reached < this.#lastFed) {
      await this.#untilDone('the log', signal, async () => {
        const after = this.#settled.reached;
        const batch = await this.#store.readAll({ after, limit: pageSize });
        // Read from a node of the store that is behind the one which fed this.
        if (batch.position <= after) throw new Unavailable('The log ends before what was fed from it.');
        const position = batch.position < this.#fed ? batch.position : this.#fed;
        const events = batch.events.filter((event) => event.position <= position);
        await this.#reactToAll({ ...batch, events, position }, signal);
        return undefined;
      });
    }
    if (signal.aborted) return;
    // Between the last event and how far the log was fed are only events of others.
    this.#settled.advance(this.#fed);
    this.#readsItself = false;
  }

  async #reactToAll(batch: LogBatch, signal: AbortSignal): Promise<void> {
    const after = this.#settled.reached;
    const events = batch.events.filter(({ type, position }) => position > after && this.reactor.handles(type));
    for (let at = 0; at < events.length; at += sideBySide) {
      const some = events.slice(at, at + sideBySide);
      await Promise.all(some.map((event) => this.#untilDone(event.type, signal, () => this.reactor.react(event))));
      if (signal.aborted) return;
    }
    this.#settled.advance(batch.position);
    await this.#recordSometimes(signal);
  }

  async #recordSometimes(signal: AbortSignal): Promise<void> {
    const now = this.#now().getTime();
    if (now - this.#recordedAt < recordEvery || this.#unrecorded < mostUnrecorded) return;
    this.#recordedAt = now;
    this.#unrecorded = 0;
    const position = this.#settled.reached;
    await this.#untilDone('its checkpoint', signal, () => this.#checkpoint.record(position).then(() => undefined));
  }

  async #untilDone(what: string, signal: AbortSignal, react: () => Promise<bigint | undefined>): Promise<void> {
    const position = await retryForever(react, {
      what: `reacting to ${what}`,
      log: this.#log,
      signal,
      pace: reactAgain,
      fields: { reactor: this.reactor.name },
    });
    if (position !== undefined && position > this.#lastAppended) this.#lastAppended = position;
  }
}
