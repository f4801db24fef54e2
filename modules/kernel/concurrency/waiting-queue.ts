import { Busy } from '../errors.ts';

/** A bounded queue of whoever waits for a turn, first come, first served. */
export class WaitingQueue {
  readonly #most: number;
  readonly #refusal: string;
  readonly #waiting = new Set<() => void>();

  /** @param options.refusal what whoever finds no place is told */
  constructor(options: { most: number; refusal: string }) {
    this.#most = options.most;
    this.#refusal = options.refusal;
  }

  get size(): number {
    return this.#waiting.size;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /**
   * Resolves when the turn comes.
   * @param signal gives the place back when it aborts
   * @throws Busy at once when too many wait already; the signal's reason when it aborts.
   */
  wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= this.#most) throw new Busy(this.#refusal);
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

  /** Gives the turn to whoever waits longest; false when nobody does. */
  next(): boolean {
    const [enter] = this.#waiting;
    if (!enter) return false;
    this.#waiting.delete(enter);
    enter();
    return true;
  }
}
