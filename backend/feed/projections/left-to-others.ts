import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { pause } from '../../runtime/time/pause.ts';

/** After how many batches in a row that another node has written first the next is left to it. */
const enough = 2;
/** Milliseconds until it is looked first whether the other has written, and how much longer each wait is than the one before. */
const firstLook = 4;
const longer = 1.5;
/** Milliseconds for which the other may get no further until it is done here; and in all, however far it gets. */
const patience = { each: 50, inAll: 500 };
/** For how many looks, a second apart, nobody may have moved a checkpoint that does not say all until it is moved here. */
const looksUntilRecorded = 10;

/**
 * Leaves to another node what that is doing anyway, for one projection: all nodes fold the same log, one of them commits, and
 * what the others made of a batch is refused. Whoever was slower a few times in a row waits for the checkpoint to move instead,
 * and only does it by itself when it does not move (a lease that nobody has to give: the other's commits are its renewal).
 */
export class LeftToOthers {
  readonly #readModels: Pick<ReadModels, 'checkpoint' | 'isShared'>;
  readonly #projection: string;
  #slower = 0;
  #unrecorded = 0;

  constructor(readModels: Pick<ReadModels, 'checkpoint' | 'isShared'>, projection: string) {
    this.#readModels = readModels;
    this.#projection = projection;
  }

  /** Whether another node does it, as far as is known. */
  get isLeft(): boolean {
    return this.#slower >= enough;
  }

  /** Another node has committed first, or this one. */
  wereFaster(isSo: boolean): void {
    this.#slower = isSo && this.#readModels.isShared ? this.#slower + 1 : 0;
  }

  /**
   * Waits until somebody else has moved the checkpoint up to a position, where that is left to them; but not for long.
   * @param known where it stands as far as this node knows
   * @returns whether it has moved from there
   */
  async haveMoved(known: bigint | undefined, position: bigint): Promise<boolean> {
    if (!this.isLeft) return false;
    const began = performance.now();
    let [seen, since] = [known, began];
    for (let wait = firstLook; ; wait *= longer) {
      await pause(wait);
      const stored = await this.#readModels.checkpoint(this.#projection);
      if (stored !== undefined && stored >= position) return true;
      const now = performance.now();
      if (stored !== seen) [seen, since, wait] = [stored, now, firstLook];
      // What was emptied or put back is not waited for.
      const isBack = stored === undefined || (known !== undefined && stored < known);
      if (!isBack && now - since < patience.each && now - began < patience.inAll) continue;
      this.#slower = 0;
      return stored !== known;
    }
  }

  /** Whether to move a checkpoint that does not say how far the documents are true: only when nobody else has for a while. */
  async mayRecord(known: bigint | undefined): Promise<boolean> {
    if (!this.isLeft) return true;
    const hasMoved = (await this.#readModels.checkpoint(this.#projection)) !== known;
    this.#unrecorded = hasMoved ? 0 : this.#unrecorded + 1;
    if (this.#unrecorded < looksUntilRecorded) return false;
    this.#unrecorded = 0;
    return true;
  }
}
