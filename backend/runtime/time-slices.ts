import { Busy } from '../../modules/kernel/errors.ts';

type Waiting = { readonly enter: () => void; readonly refuse: (reason: unknown) => void };

/**
 * Cooperative scheduling: of work that keeps the event loop busy, so much is begun in one round of it as fits into a time
 * slice, and what is short gets its answer in between.
 *
 * Who has to wait is taken last come, first served, and when too many wait, who waits longest is refused (adaptive LIFO).
 * In a queue that is first come, first served, everybody would wait for a flood to pass.
 */
export class TimeSlices {
  readonly #slice: number;
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #refusal: string;
  readonly #waiting: Waiting[] = [];
  #running = 0;
  #sliceEnds: number | undefined;

  /**
   * @param options.slice milliseconds of a round in which work may begin
   * @param options.atOnce pieces of work that may be under way at the same time, for such as waits in between
   */
  constructor(options: { slice: number; atOnce: number; mostWaiting: number; refusal: string }) {
    this.#slice = options.slice;
    this.#atOnce = options.atOnce;
    this.#mostWaiting = options.mostWaiting;
    this.#refusal = options.refusal;
  }

  /**
   * @param signal gives the place in the queue back when it aborts; work that has begun runs to its end.
   * @throws Busy when too many came after it; the signal's reason when it aborts before.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#waiting.length === 0 && this.#mayBegin()) this.#running += 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#goOn();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener('abort', giveUp);
      const waiting = {
        enter: () => {
          settled();
          resolve();
        },
        refuse: (reason: unknown) => {
          settled();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      if (this.#waiting.length > this.#mostWaiting) this.#waiting.shift()?.refuse(new Busy(this.#refusal));
    });
  }

  #goOn(): void {
    while (this.#waiting.length > 0 && this.#mayBegin()) {
      this.#running += 1;
      this.#waiting.pop()?.enter();
    }
  }

  #mayBegin(): boolean {
    if (this.#running >= this.#atOnce) return false;
    if (this.#sliceEnds !== undefined) return performance.now() < this.#sliceEnds;
    this.#sliceEnds = performance.now() + this.#slice;
    setImmediate(() => {
      this.#sliceEnds = undefined;
      this.#goOn();
    });
    return true;
  }
}
