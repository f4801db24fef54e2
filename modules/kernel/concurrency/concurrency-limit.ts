import { WaitingQueue } from './waiting-queue.ts';

/** A concurrency limit: so many pieces of work run at once, so many more wait their turn, first come, first served. */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #queue: WaitingQueue;
  #running = 0;

  /** @param options.refusal what whoever finds no place is told */
  constructor(options: { atOnce: number; mostWaiting: number; refusal: string }) {
    this.#atOnce = options.atOnce;
    this.#queue = new WaitingQueue({ most: options.mostWaiting, refusal: options.refusal });
  }

  /**
   * @param signal gives the place in the queue back when it aborts; work that has begun runs to its end.
   * @throws Busy at once, and without running, when too many wait already; the signal's reason when it aborts before.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#queue.wait(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Hands the place to whoever waits longest; nobody can slip in between. */
  #leave(): void {
    if (!this.#queue.next()) this.#running -= 1;
  }
}
