import type { EventStore, LogBatch } from '../../../modules/kernel/event-store.ts';
import { failuresTo } from '../../runtime/logging/failure-log.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { backOff } from '../../runtime/retries/back-off.ts';
import { pause } from '../../runtime/time/pause.ts';

/** Back-off of a log that could not be read on, in milliseconds. */
const followAgain = { first: 1_000, most: 5_000 };

type Wiring = {
  readonly store: EventStore;
  readonly log: Log;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Takes a batch; the next is asked for once it is done. */
  readonly handOn: (batch: LogBatch) => Promise<void>;
  /** Told that the log could not be read on. @returns false for whoever must hear of it, and not that it is tried again */
  readonly lost: () => boolean;
};

/** Follows the log for one node, over one subscription after the other. */
export class Following {
  readonly #wiring: Wiring;
  #leaving = new AbortController();
  #isHandingOn = false;
  #isUnread = false;

  constructor(wiring: Wiring) {
    this.#wiring = wiring;
  }

  /** The log cannot be read on, since it is damaged for one: that lasts, and whoever waited for it would wait in vain. */
  get isUnread(): boolean {
    return this.#isUnread;
  }

  /** Whether it waits for what comes. */
  get isWaiting(): boolean {
    return !this.#isHandingOn && !this.#isUnread;
  }

  /** Opens another subscription in the place of this one. */
  leave(): void {
    this.#leaving.abort();
  }

  /**
   * Hands on all that comes after a position, until it is ended.
   * @param caughtUp called with each batch behind which there was nothing at the time
   */
  async run(from: bigint, caughtUp: () => void): Promise<void> {
    const { store, log, signal, lost } = this.#wiring;
    const failures = failuresTo('reading on in the log', log);
    let after = from;
    while (!signal.aborted) {
      try {
        this.#leaving = new AbortController();
        const left = AbortSignal.any([signal, this.#leaving.signal]);
        for await (const batch of store.subscribe({ after, signal: left })) {
          await this.#handOn(batch);
          after = batch.position;
          failures.succeeded();
          this.#isUnread = false;
          if (batch.caughtUp) caughtUp();
        }
      } catch (reason) {
        if (!lost()) throw reason;
        this.#isUnread = true;
        await pause(backOff(failures.failed(reason), followAgain), signal);
        continue;
      }
      await pause(followAgain.first, signal);
    }
  }

  async #handOn(batch: LogBatch): Promise<void> {
    this.#isHandingOn = true;
    try {
      await this.#wiring.handOn(batch);
    } finally {
      this.#isHandingOn = false;
    }
  }
}
