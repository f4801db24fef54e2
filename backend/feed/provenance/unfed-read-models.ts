import { start } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';

/**
 * Read models of other versions that nobody feeds any more. They hold what people were called who have been forgotten
 * since. During a rolling update nodes of two releases stand beside each other, and each feeds its own: so one is dropped
 * only when it was behind at a look, and has not moved until the next.
 */
export class UnfedReadModels {
  readonly #readModels: ReadModels;
  readonly #isFed: (name: string) => boolean;
  /** Where each stood that was behind when it was looked at last. */
  #behind = new Map<string, bigint>();

  /** @param isFed whether this node feeds it */
  constructor(readModels: ReadModels, isFed: (name: string) => boolean) {
    this.#readModels = readModels;
    this.#isFed = isFed;
  }

  /**
   * Drops, down to the bytes, what was behind at the look before and has not moved.
   * @param last the position of an event that this node shows. How far it has looked says less: on a server with other logs each node says so at
   * another place.
   * @returns how many were behind, and are to be looked at again
   */
  async look(last: bigint): Promise<number> {
    const behind = new Map<string, bigint>();
    let [dropped, left] = [0, 0];
    for (const [name, checkpoint] of await this.#others()) {
      // What never moves says of which log the rest is, and goes after it.
      if (checkpoint >= last || (checkpoint === start && left > 0)) {
        left++;
        continue;
      }
      if (this.#behind.get(name) === checkpoint) {
        await this.#readModels.drop(name);
        dropped++;
      } else {
        behind.set(name, checkpoint);
        left++;
      }
    }
    this.#behind = behind;
    if (dropped > 0) await this.#readModels.wipe();
    return behind.size;
  }

  /** Where those stand that this node does not feed: the furthest first. */
  async #others(): Promise<(readonly [name: string, checkpoint: bigint])[]> {
    const others: (readonly [string, bigint])[] = [];
    for (const name of await this.#readModels.projections()) {
      if (this.#isFed(name)) continue;
      const checkpoint = await this.#readModels.checkpoint(name);
      if (checkpoint !== undefined) others.push([name, checkpoint]);
    }
    return others.toSorted(([, one], [, other]) => Number(other - one));
  }
}
