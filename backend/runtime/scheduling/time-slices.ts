import { FairQueue } from '../concurrency/fair-queue.ts';
import { afterNewcomers } from './newcomers.ts';

/**
 * Cooperative scheduling: of work that keeps the event loop busy, so much is begun in one round of it as fits into a time
 * slice, and what is short gets its answer in between. Whoever has to wait takes turns with others by where they come from, first come, first
 * served: were the newest first, who asks again and again would keep others waiting for ever.
 */
export class TimeSlices {
  readonly #slice: number;
  readonly #atOnce: number;
  readonly #queue: FairQueue;
  #running = 0;
  #sliceEnds: number | undefined;

  /**
   * @param options.slice milliseconds of a round in which work may begin
   * @param options.atOnce pieces of work that may be under way at the same time, for such as waits in between
   */
  constructor(options: { slice: number; atOnce: number; mostWaiting: number; refusal: string }) {
    this.#slice = options.slice;
    this.#atOnce = options.atOnce;
    this.#queue = new FairQueue({ most: options.mostWaiting, refusal: options.refusal });
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * @param signal gives the place in the queue back when it aborts; work that has begun runs to its end.
   * @throws Busy at once, and without running, when too many wait already; the signal's reason when it aborts before.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#queue.isEmpty && this.#mayBegin()) this.#running += 1;
    else await this.#queue.wait(signal);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#goOn();
    }
  }

  /** The same for work that is done when it returns: where nobody waits it is done at once, and costs nothing beside. @throws Busy */
  async runAtOnce<Result>(work: () => Result, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#queue.isEmpty && this.#mayBegin()) return work();
    await this.#queue.wait(signal);
    try {
      return work();
    } finally {
      this.#running -= 1;
      this.#goOn();
    }
  }

  #goOn(): void {
    while (!this.#queue.isEmpty && this.#mayBegin()) {
      this.#running += 1;
      this.#queue.next();
    }
  }

  #mayBegin(): boolean {
    if (this.#running >= this.#atOnce) return false;
    if (this.#sliceEnds !== undefined) return performance.now() < this.#sliceEnds;
    this.#sliceEnds = performance.now() + this.#slice;
    afterNewcomers(() => {
      this.#sliceEnds = undefined;
      this.#goOn();
    });
    return true;
  }
}
