import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import type { Reactor } from '../../modules/kernel/reactor.ts';
import type { Log } from '../log.ts';
import { pause } from '../pause.ts';
import { Waiters } from '../projections/waiters.ts';
import { ReactorCheckpoint } from './reactor-checkpoint.ts';

/** How many reactions of one batch run side by side. They are about different things, so their order is free. */
const sideBySide = 32;
/** How much of the log may pass before a reactor with nothing to do records how far it has come. */
const mostUnrecorded = 5_000;
/** Milliseconds between two records of a busy reactor; what a crash repeats. */
const recordEvery = 10_000;

/**
 * Lets one reactor react to every event at least once, also after a crash, and never because read models are rebuilt.
 * Reactions that fail are tried again until they succeed: the shop owes them.
 */
export class ReactorRunner {
  readonly reactor: Reactor;
  readonly #checkpoint: ReactorCheckpoint;
  readonly #log: Log;
  readonly #now: () => Date;
  readonly #settled = new Waiters();
  #work: Promise<void> = Promise.resolve();
  #lastAppended = 0n;
  #unrecorded = 0;
  #reacted = false;
  #recordedAt = 0;

  constructor(reactor: Reactor, options: { store: EventStore; log: Log; now: () => Date }) {
    this.reactor = reactor;
    this.#checkpoint = new ReactorCheckpoint(options.store, reactor.name, options.now);
    this.#log = options.log;
    this.#now = options.now;
  }

  /** Finds out how far the reactor has come, and resolves to it. */
  async open(): Promise<bigint> {
    const position = await this.#checkpoint.load();
    this.#settled.advance(position);
    return position;
  }

  /** Takes a batch of the log; works on it in the background, in order. */
  feed(batch: LogBatch, signal: AbortSignal): void {
    this.#work = this.#work.then(() => (signal.aborted ? undefined : this.#reactToAll(batch, signal)));
  }

  /**
   * Resolves once the reactor has reacted to everything up to the position (or after `milliseconds`), to the position
   * of the last event that it has appended so far.
   */
  async whenSettled(position: bigint, milliseconds: number): Promise<bigint> {
    await this.#settled.wait(position, milliseconds);
    return this.#lastAppended;
  }

  /** Waits for what is under way, and records how far it came. */
  async close(): Promise<void> {
    await this.#work;
    if (this.#reacted) await this.#checkpoint.record(this.#settled.reached);
  }

  async #reactToAll(batch: LogBatch, signal: AbortSignal): Promise<void> {
    const after = this.#settled.reached;
    const events = batch.events.filter(({ type, position }) => position > after && this.reactor.handles(type));
    for (let at = 0; at < events.length; at += sideBySide) {
      const some = events.slice(at, at + sideBySide);
      await Promise.all(some.map((event) => this.#insist(() => this.reactor.react(event), event.type, signal)));
      if (signal.aborted) return;
    }
    this.#reacted ||= events.length > 0;
    this.#unrecorded += batch.events.length;
    this.#settled.advance(batch.position);
    await this.#recordSometimes(signal);
  }

  async #recordSometimes(signal: AbortSignal): Promise<void> {
    const isDue = this.#reacted && this.#now().getTime() - this.#recordedAt >= recordEvery;
    if (!isDue && this.#unrecorded < mostUnrecorded) return;
    const position = this.#settled.reached;
    await this.#insist(() => this.#checkpoint.record(position).then(() => undefined), 'its checkpoint', signal);
    this.#reacted = false;
    this.#unrecorded = 0;
    this.#recordedAt = this.#now().getTime();
  }

  async #insist(react: () => Promise<bigint | undefined>, what: string, signal: AbortSignal): Promise<void> {
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        const position = await react();
        if (position !== undefined && position > this.#lastAppended) this.#lastAppended = position;
        return;
      } catch (reason) {
        this.#log.error({ err: reason, reactor: this.reactor.name }, `reacting to ${what} failed`);
        await pause(Math.min(100 * 2 ** tries, 30_000), signal);
      }
    }
  }
}
