import { Busy } from './errors.ts';

/** A concurrency limit: so many pieces of work run at once, so many more wait their turn, first come, first served. */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #refusal: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param options.refusal what whoever finds no place is told */
  constructor(options: { atOnce: number; mostWaiting: number; refusal: string }) {
    this.#atOnce = options.atOnce;
    this.#mostWaiting = options.mostWaiting;
    this.#refusal = options.refusal;
  }

  /** @throws Busy at once, and without running, when too many wait already. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#mostWaiting) {
      throw new Busy(this.#refusal);
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the place to whoever waits longest; nobody can slip in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
