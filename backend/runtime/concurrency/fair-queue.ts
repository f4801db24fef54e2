import { groupOf, itself } from './caller-group.ts';
import { Lane } from './lane.ts';

/** A bounded queue of whoever waits for a turn, by where they come from. Nothing of what the shop does by itself has to go for others. */
export class FairQueue {
  readonly #lane: Lane;

  /** @param options.refusal what whoever finds no place is told */
  constructor(options: { most: number; refusal: string }) {
    this.#lane = new Lane({ ...options, kept: itself });
  }

  get size(): number {
    return this.#lane.size;
  }

  get isEmpty(): boolean {
    return this.#lane.size === 0;
  }

  /**
   * Resolves when the turn comes.
   * @param signal gives the place back when it aborts, and says where who waits comes from
   * @throws Busy at once, or later, when too many wait and somebody else's claim is better; the signal's reason when it aborts.
   */
  wait(signal: AbortSignal | undefined): Promise<void> {
    return this.#lane.wait(groupOf(signal), signal);
  }

  /** Gives the turn to whose it is; false when nobody waits. */
  next(): boolean {
    return this.#lane.next();
  }
}
