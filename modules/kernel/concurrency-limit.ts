import { Busy } from './errors.ts';

/** A concurrency limit: so many pieces of work run at once, so many more wait their turn, first come, first served. */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #refusal: string;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  /** @param options.refusal what whoever finds no place is told */
  constructor(options: { atOnce: number; mostWaiting: number; refusal: string }) {
    this.#atOnce = options.atOnce;
    this.#mostWaiting = options.mostWaiting;
    this.#refusal = options.refusal;
  }

  /**
   * @param signal gives the place in the queue back when it aborts; work that has begun runs to its end.
   * @throws Busy at once, and without running, when too many wait already; the signal's reason when it aborts before.
   */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#mostWaiting) throw new Busy(this.#refusal);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(enter);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(enter);
    });
  }

  /** Hands the place to whoever waits longest; nobody can slip in between. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
