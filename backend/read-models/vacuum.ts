import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { startThread } from '../runtime/processes/thread.ts';
import { pause } from '../runtime/time/pause.ts';

/** After one that took so long the next waits for so many times that: it is never most of what the disk does. */
const restsFor = 10;

/**
 * Writes a database file anew, without what was deleted. Whoever asks while that is being done waits for the next time,
 * which is then for all of them. Others can read meanwhile, and not write.
 */
export class Vacuum {
  readonly #file: string;
  readonly #stop = new AbortController();
  #thread: Worker | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #rest: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Resolves when nobody writes the file anew; at once when nobody does. */
  get idle(): Promise<void> | undefined {
    return this.#running;
  }

  /** @throws Unavailable when others kept the file busy, or it was closed meanwhile: then it may not be done, and is to be asked for again. */
  run(): Promise<void> {
    this.#next ??= this.#rest.then(() => {
      this.#next = undefined;
      const work = this.#work();
      this.#running = work
        .catch(() => undefined) // Whoever asked hears of it.
        .then(() => {
          this.#running = undefined;
        });
      return work;
    });
    return this.#next;
  }

  /** Resolves when nothing is written any more. One that has not begun to write does not; one that has goes to its end. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#thread?.terminate();
  }

  async #work(): Promise<void> {
    if (this.#stop.signal.aborted) throw new Unavailable('The read models are closed.');
    if (!existsSync(this.#file)) return;
    const began = performance.now();
    const { promise: rested, resolve } = Promise.withResolvers<void>();
    this.#rest = rested;
    try {
      // It needs nothing of the environment; under `node --watch` that would make it report to nobody and end.
      this.#thread = startThread(new URL('./vacuum-thread.ts', import.meta.url), this.#file);
      await once(this.#thread, 'exit'); // Rejects with what the thread threw.
      this.#stop.signal.throwIfAborted();
    } catch (reason) {
      throw new Unavailable(`The read models could not be written anew: ${String(reason)}`, { cause: reason });
    } finally {
      this.#thread = undefined;
      void pause((performance.now() - began) * restsFor, this.#stop.signal).then(resolve);
    }
  }
}
