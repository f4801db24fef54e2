import { Busy } from '../../../modules/kernel/errors.ts';
import { WaitingByGroup } from './waiting-by-group.ts';

type Waiting = { enter: () => void; refuse: (reason: unknown) => void };

type Bounds = {
  /** How many may wait at once. */
  readonly most: number;
  /** What whoever finds no place is told. */
  readonly refusal: string;
  /** A group of which nobody has to go for others. */
  readonly kept?: string;
  /** For how long anybody waits, in milliseconds. */
  readonly patience?: number;
};

/**
 * Who waits for a turn, by group and in turn of the groups. Of the group that most wait of the newest goes when somebody else comes and
 * there is no room.
 */
export class Lane {
  readonly #bounds: Bounds;
  readonly #waiting = new WaitingByGroup<Waiting>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#waiting.size;
  }

  countOf(group: string): number {
    return this.#waiting.countOf(group);
  }

  /**
   * Resolves when the turn comes.
   * @param signal gives the place back when it aborts
   * @throws Busy at once, or later, when there is no place, somebody else's claim to it is better, or it takes too long; the signal's
   *   reason when it aborts.
   */
  wait(group: string, signal: AbortSignal | undefined): Promise<void> {
    const { most, patience } = this.#bounds;
    if (this.size >= most) this.#makeRoomFor(group);
    return new Promise((resolve, reject) => {
      const giveUp = () => waiting.refuse(signal?.reason);
      const tooLong = patience === undefined ? undefined : setTimeout(() => waiting.refuse(this.#busy()), patience);
      const leave = () => {
        signal?.removeEventListener('abort', giveUp);
        clearTimeout(tooLong);
        this.#waiting.remove(group, waiting);
      };
      const waiting = {
        enter() {
          leave();
          resolve();
        },
        refuse(reason: unknown) {
          leave();
          reject(reason);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(group, waiting);
    });
  }

  /** Gives the turn to whose it is; false when nobody waits. */
  next(): boolean {
    const first = this.#waiting.next();
    first?.enter();
    return first !== undefined;
  }

  #makeRoomFor(group: string): void {
    const longest = this.#waiting.longest({ but: this.#bounds.kept });
    if (longest === undefined || this.countOf(longest) <= this.countOf(group) + 1) throw this.#busy();
    this.#waiting.newestOf(longest)?.refuse(this.#busy());
  }

  #busy(): Busy {
    return new Busy(this.#bounds.refusal);
  }
}
