/** For how long somebody counts as reading after they have asked, in milliseconds: whoever looks at pages asks now and then. */
const readsFor = 100;
/** How many are done for each millisecond that rounds take: whoever reads in droves holds up nobody who buys. */
const perMillisecond = 1.5;

let readUntil = 0;

/** Somebody has asked for something to be read. */
export function noteReader(): void {
  readUntil = performance.now() + readsFor;
}

/**
 * How much of what comes in droves is done in one round of the event loop. While somebody reads it is less, since they wait for the
 * rest of a round, and it is more again where rounds are long whatever is done in them. All that is done together costs less: so
 * where nobody reads it is as much as fits.
 */
export class RoundShare {
  readonly #most: number;
  readonly #whileRead: number;
  #began = 0;

  constructor({ most, whileRead = most }: { readonly most: number; readonly whileRead?: number }) {
    this.#most = most;
    this.#whileRead = whileRead;
  }

  /** A round begins, at the end of which `next` will be asked. */
  begin(): void {
    this.#began = performance.now();
  }

  /** How many are done in the first round after one that had none. */
  get first(): number {
    return performance.now() < readUntil ? this.#whileRead : this.#most;
  }

  /** How many are done in the round after the one that has begun. */
  get next(): number {
    const now = performance.now();
    if (now >= readUntil) return this.#most;
    return Math.min(this.#most, Math.max(this.#whileRead, Math.ceil((now - this.#began) * perMillisecond)));
  }
}
