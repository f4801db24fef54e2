import type { LogBatch } from '../../modules/kernel/event-store.ts';
import type { Log } from '../runtime/logging/log.ts';

/**
 * Hears every batch of the log after the read models of this node show it.
 * @param since when applying it began, in milliseconds since the Unix epoch
 */
export type Listener = (batch: LogBatch, since: number) => void;

/** All who listen at a node. */
export class Listeners {
  readonly #log: Log;
  readonly #all: Listener[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  add(listener: Listener): void {
    this.#all.push(listener);
  }

  /** Tells all of them, also when one fails. @param since when the batch came, as a listener is told it */
  tell(batch: LogBatch, since: number): void {
    for (const listener of this.#all) {
      try {
        listener(batch, since);
      } catch (reason) {
        this.#log.error({ err: reason }, 'a listener failed');
      }
    }
  }
}
