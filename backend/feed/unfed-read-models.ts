import type { ReadModels } from '../../modules/kernel/read-models.ts';

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
   * @param shown how far this node's own read models are
   * @returns how many were behind, and are to be looked at again
   */
  async look(shown: bigint): Promise<number> {
    const behind = new Map<string, bigint>();
    let dropped = 0;
    for (const name of await this.#readModels.projections()) {
      if (this.#isFed(name)) continue;
      const checkpoint = await this.#readModels.checkpoint(name);
      if (checkpoint === undefined || checkpoint >= shown) continue;
      if (this.#behind.get(name) === checkpoint) {
        await this.#readModels.drop(name);
        dropped++;
      } else behind.set(name, checkpoint);
    }
    this.#behind = behind;
    if (dropped > 0) await this.#readModels.wipe();
    return behind.size;
  }
}
