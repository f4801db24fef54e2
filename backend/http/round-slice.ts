import { afterNewcomers } from '../runtime/newcomers.ts';

/** Milliseconds of a round of the event loop in which calls may begin. */
const slice = 5;

/**
 * Begins calls for a few milliseconds of each round of the event loop, first come, first served; the others in the rounds to come.
 * Node takes one new connection in each round (libuv), so that rounds in which two hundred connections have their calls carried out keep
 * everybody out who comes anew, whatever those calls are answered: a refusal, say.
 */
export class RoundSlice {
  #ends: number | undefined;
  readonly #waiting: (() => void)[] = [];

  begin(call: () => void): void {
    if (this.#ends === undefined) this.#open();
    else if (this.#waiting.length > 0 || performance.now() >= this.#ends) {
      this.#waiting.push(call);
      return;
    }
    call();
  }

  #open(): number {
    this.#ends = performance.now() + slice;
    afterNewcomers(() => void this.#nextRound());
    return this.#ends;
  }

  async #nextRound(): Promise<void> {
    this.#ends = undefined;
    if (this.#waiting.length === 0) return;
    const ends = this.#open();
    let begun = 0;
    try {
      while (begun < this.#waiting.length && performance.now() < ends) {
        this.#waiting[begun++]?.();
        await undefined; // What it goes on with at once is of this round, too.
      }
    } finally {
      this.#waiting.splice(0, begun);
    }
  }
}
