import { Unavailable } from '../../modules/kernel/errors.ts';
import { isReadable, type StoredEvent } from '../../modules/kernel/event.ts';
import type { LogBatch } from '../../modules/kernel/event-store.ts';
import type { Reactor } from '../../modules/kernel/reactor.ts';
import { hasPassed } from '../../modules/kernel/time/clock-ahead.ts';
import { retryForever } from '../runtime/retries/retry-forever.ts';
import { pause } from '../runtime/time/pause.ts';
import { Reactions, type ReactionsWiring } from './reactions/reactions.ts';
import { ReactorCheckpoint } from './reactions/reactor-checkpoint.ts';
import { SharedPages } from './reactions/shared-pages.ts';

/** How many events of others in the same log may pass before the checkpoint is moved past them. One of the shop's own is enough. */
const mostUnrecorded = 5_000;
/** For how many of them a batch without events counts: it says only that the log was seen further, and not past how many. */
const othersWeight = 250;
/** At least so many milliseconds lie between two moves of the checkpoint; what came in them is reacted to again after a crash. */
const recordEvery = 60_000;
/** How many events are read at a time by a reactor for which too much came to be kept in memory. */
const pageSize = 500;
/** Back-off of reading the log and of recording, in milliseconds. */
const tryAgain = { first: 100, most: 30_000 };
/** Milliseconds that a reaction under way has to end when the shop closes. It is made again at the next start. */
const patience = 500;

/** Reactors of one node read the log as it was before the node together: each is where it was recorded last. */
type Wiring = ReactionsWiring & { readonly pages?: SharedPages };

/**
 * Lets one reactor react to every event at least once, also after a crash, and never because read models are rebuilt.
 * The checkpoint goes past no event that has neither been reacted to nor written down as parked or waiting.
 */
export class ReactorRunner {
  readonly reactor: Reactor;
  readonly #wiring: ReactionsWiring;
  readonly #pages: SharedPages;
  readonly #checkpoint: ReactorCheckpoint;
  readonly #reactions: Reactions;
  /** How far the log has been fed, and the last event in it. */
  #fed = 0n;
  #lastFed = 0n;
  /** Set while it reads from the log itself what was fed and not kept. */
  #reading: Promise<void> | undefined;
  /** How much has been fed since the last record, as events of others. */
  #unrecorded = 0;
  #recordedAt: number;
  #recording: Promise<void> | undefined;

  constructor(reactor: Reactor, { pages, ...wiring }: Wiring) {
    this.reactor = reactor;
    this.#wiring = wiring;
    this.#pages = pages ?? new SharedPages(wiring.store);
    this.#checkpoint = new ReactorCheckpoint(wiring.store, reactor.name);
    this.#reactions = new Reactions(reactor, wiring, (signal) => this.#recordSometimes(signal));
    this.#recordedAt = wiring.now().getTime();
  }

  /** Finds out how far the reactor has come, and resolves to it. */
  async open(): Promise<bigint> {
    const position = await this.#checkpoint.open();
    this.#reactions.begin([], position, new AbortController().signal);
    return position;
  }

  /**
   * Says that the log is fed from here on. What the reactor has not reacted to before that it reads from the log itself, so
   * that nobody waits for it.
   */
  fedFrom(position: bigint, signal: AbortSignal): void {
    this.#fed = position;
    this.#lastFed = position;
    this.reconsider(signal);
    if (this.#reactions.read < position) this.#reading = this.#readOn(signal);
  }

  /** Takes a batch of the log; works on it in the background. */
  feed(batch: LogBatch, signal: AbortSignal): void {
    if (batch.events.length > 0) this.#unrecorded = mostUnrecorded;
    else if (batch.position > this.#fed) this.#unrecorded += othersWeight;
    this.#fed = batch.position;
    this.#lastFed = batch.events.at(-1)?.position ?? this.#lastFed;
    if (this.#reading) return;
    const { read } = this.#reactions;
    const events = batch.events.filter((event) => event.position > read && this.#concerns(event));
    if (events.length > this.#reactions.room) this.#reading = this.#readOn(signal);
    else this.#reactions.begin(events, batch.position, signal);
  }

  /** Whether there may be something to do about an event. What cannot be read is for the reactions to say. */
  #concerns(event: StoredEvent): boolean {
    const { reactor } = this;
    if (!reactor.handles(event.type)) return false;
    if (!isReadable(event)) return true;
    try {
      return !reactor.isNothing?.(event);
    } catch {
      return true; // What cannot be said at once, since read models are away for one, the reaction waits for.
    }
  }

  /** Acts on what has become of parked events. */
  reconsider(signal: AbortSignal): void {
    this.#reactions.reconsider(signal);
  }

  /**
   * Resolves once the reactor has reacted to everything up to the position but for what is held up (or after `milliseconds`);
   * undefined when it has.
   */
  whenSettled(position: bigint, milliseconds: number): Promise<unknown> | undefined {
    return this.#reactions.whenStill(position, milliseconds);
  }

  /** The position of the last event that it has appended so far. */
  get lastAppended(): bigint {
    return this.#reactions.lastAppended;
  }

  /** How far it has come, and how many events wait for their reaction. */
  get standing(): { readonly position: bigint; readonly outstanding: number } {
    return { position: this.#reactions.done, outstanding: this.#reactions.outstanding };
  }

  /** Whether the event at a position still waits for its reaction. */
  isBehind(position: bigint, correlationId?: string): boolean {
    return this.#reactions.isBehind(position, correlationId);
  }

  /** Waits a moment for what is under way, and records how far it came. */
  async close(): Promise<void> {
    const waited = new AbortController();
    const underWay = Promise.all([this.#reactions.idle(), this.#reading, this.#recording]);
    await Promise.race([underWay, pause(patience, waited.signal)]);
    waited.abort();
    await this.#checkpoint.record(this.#reactions.done);
  }

  /** Reads from the log what was fed meanwhile and not kept, until it has met the feed again. */
  async #readOn(signal: AbortSignal): Promise<void> {
    const leave = this.#pages.join();
    try {
      // More may have been fed since the last page was seen to be the last: that is looked at in the same moment in which it ends.
      do await this.#readPages(signal);
      while (this.#isLeft(signal));
    } finally {
      leave();
    }
    this.#reading = undefined;
    // Between the last event and how far the log was fed are only events of others.
    if (!signal.aborted) this.#reactions.begin([], this.#fed, signal);
  }

  #isLeft(signal: AbortSignal): boolean {
    return !signal.aborted && this.#reactions.read < this.#lastFed;
  }

  async #readPages(signal: AbortSignal): Promise<void> {
    while (this.#isLeft(signal)) {
      const { room, read: after } = this.#reactions;
      if (room <= 0) {
        await this.#reactions.roomier(signal);
        continue;
      }
      const limit = Math.min(pageSize, room);
      await this.#untilDone('the log', signal, async () => {
        const batch = await this.#pages.readAll({ after, limit, asked: this.#fed });
        // Read from a node of the store that is behind the one which fed this.
        if (batch.position <= after) throw new Unavailable('The log ends before what was fed from it.');
        const upTo = batch.position < this.#fed ? batch.position : this.#fed;
        const events = batch.events.filter(({ position }) => position <= upTo);
        this.#reactions.begin(events, upTo, signal);
      });
    }
  }

  #recordSometimes(signal: AbortSignal): void {
    const now = this.#wiring.now().getTime();
    if (this.#recording || !hasPassed(recordEvery, this.#recordedAt, now) || this.#unrecorded < mostUnrecorded) return;
    if (this.#reactions.done <= this.#checkpoint.recorded && !this.#reactions.hasHeldUp) return;
    this.#recordedAt = now;
    this.#unrecorded = 0;
    const record = async () => {
      if (this.#reactions.hasHeldUp) await this.#reactions.keepWaiting(now - recordEvery);
      await this.#checkpoint.record(this.#reactions.done);
    };
    this.#recording = this.#untilDone('its checkpoint', signal, record).then(() => {
      this.#recording = undefined;
    });
  }

  async #untilDone(what: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const fields = { reactor: this.reactor.name };
    await retryForever(work, { what: `reacting to ${what}`, log: this.#wiring.log, signal, pace: tryAgain, fields });
  }
}
