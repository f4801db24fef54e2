import { Busy } from '../../../modules/kernel/errors.ts';

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
 * Who waits for a turn, by group (fair queueing): the groups take turns, and within each of them it is first come, first served. Of the group
 * that most wait of the newest goes when somebody else comes and there is no room.
 */
export class Lane {
  readonly #bounds: Bounds;
  readonly #groups = new Map<string, Set<Waiting>>();
  #size = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#size;
  }

  countOf(group: string): number {
    return this.#groups.get(group)?.size ?? 0;
  }

  /**
   * Resolves when the turn comes.
   * @param signal gives the place back when it aborts
   * @throws Busy at once, or later, when there is no place, somebody else's claim to it is better, or it takes too long; the signal's
   *   reason when it aborts.
   */
  wait(group: string, signal: AbortSignal | undefined): Promise<void> {
    const { most, patience } = this.#bounds;
    if (this.#size >= most) this.#makeRoomFor(group);
    return new Promise((resolve, reject) => {
      const giveUp = () => waiting.refuse(signal?.reason);
      const tooLong = patience === undefined ? undefined : setTimeout(() => waiting.refuse(this.#busy()), patience);
      const leave = () => {
        signal?.removeEventListener('abort', giveUp);
        clearTimeout(tooLong);
        this.#remove(group, waiting);
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
      this.#add(group, waiting);
    });
  }

  /** Gives the turn to whose it is, whose group's next comes after those of all others; false when nobody waits. */
  next(): boolean {
    for (const [group, of] of this.#groups) {
      this.#groups.delete(group);
      this.#groups.set(group, of);
      for (const waiting of of) {
        waiting.enter();
        return true;
      }
    }
    return false;
  }

  #makeRoomFor(group: string): void {
    const longest = this.#longest();
    if (longest === undefined || this.countOf(longest) <= this.countOf(group) + 1) throw this.#busy();
    [...(this.#groups.get(longest) ?? [])].at(-1)?.refuse(this.#busy());
  }

  /** The group that most wait of, but for the one that is kept. */
  #longest(): string | undefined {
    let longest: string | undefined;
    for (const group of this.#groups.keys()) {
      if (group === this.#bounds.kept) continue;
      if (longest === undefined || this.countOf(group) > this.countOf(longest)) longest = group;
    }
    return longest;
  }

  #add(group: string, waiting: Waiting): void {
    const of = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, of.add(waiting));
    this.#size += 1;
  }

  #remove(group: string, waiting: Waiting): void {
    const of = this.#groups.get(group);
    if (!of?.delete(waiting)) return;
    this.#size -= 1;
    if (of.size === 0) this.#groups.delete(group);
  }

  #busy(): Busy {
    return new Busy(this.#bounds.refusal);
  }
}
