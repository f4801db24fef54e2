import { Busy } from '../../modules/kernel/errors.ts';
import { groupOf, itself } from './caller-group.ts';
import { Lane } from './lane.ts';

/**
 * A bounded queue of who waits for a turn (fair queueing): where they come from takes turns, and within one address it is first come, first
 * served. Of an address with more than any other the newest goes when somebody else comes and there is no room; of what the shop
 * does by itself, nothing.
 */
export class FairQueue {
  readonly #most: number;
  readonly #refusal: string;
  readonly #lane = new Lane();

  /** @param options.refusal what whoever finds no place is told */
  constructor(options: { most: number; refusal: string }) {
    this.#most = options.most;
    this.#refusal = options.refusal;
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
    const [group, lane] = [groupOf(signal), this.#lane];
    if (lane.size >= this.#most) this.#makeRoomFor(group);
    return new Promise((resolve, reject) => {
      const giveUp = () => waiting.refuse(signal?.reason);
      const leave = () => {
        signal?.removeEventListener('abort', giveUp);
        lane.remove(group, waiting);
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
      lane.add(group, waiting);
    });
  }

  /** Gives the turn to whose it is; false when nobody waits. */
  next(): boolean {
    const next = this.#lane.next();
    next?.enter();
    return next !== undefined;
  }

  #makeRoomFor(group: string): void {
    const longest = this.#lane.longest({ but: itself });
    if (longest === undefined || this.#lane.countOf(longest) <= this.#lane.countOf(group) + 1)
      throw new Busy(this.#refusal);
    this.#lane.newestOf(longest)?.refuse(new Busy(this.#refusal));
  }
}
