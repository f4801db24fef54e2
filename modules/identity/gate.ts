import { Unavailable } from '../kernel/errors.ts';

/** Lets so many pieces of work run at once, and lets so many more wait their turn, first come, first served. */
export class Gate {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(options: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = options.atOnce;
    this.#mostWaiting = options.mostWaiting;
  }

  /** @throws Unavailable at once, and without running, when too many wait already. */
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
      throw new Unavailable('Too many people are signing in at this moment. Please try again soon.');
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
