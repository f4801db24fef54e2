import { CheckpointMoved } from '../../../modules/kernel/errors.ts';
import { start } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { logIdentity } from './log-identity.ts';

/** Beside what the read models say of their log: also a release that does not know it keeps that, and what follows no projection. */
const wentOnFrom = 'went-on-from';

/**
 * From which position this machine has gone on with its read models, kept in them until nobody is left on its disk who was forgotten since.
 * Without this, one that stops on the way there, or whose start is tried again, would not know by then that it had been away.
 */
export class WentOnFrom {
  readonly #readModels: ReadModels;

  constructor(readModels: ReadModels) {
    this.#readModels = readModels;
  }

  /** @returns the position, or an earlier one that is kept */
  async keep(position: bigint): Promise<bigint> {
    if (this.#readModels.isShared) return position; // They are on no disk of this machine.
    const kept = await this.#kept();
    if (kept !== undefined && kept <= position) return kept;
    await this.#write(String(position));
    return position;
  }

  async forget(): Promise<void> {
    if (!this.#readModels.isShared && (await this.#kept()) !== undefined) await this.#write(undefined);
  }

  async #kept(): Promise<bigint | undefined> {
    const { document } = await this.#readModels.get(logIdentity, wentOnFrom);
    return document === undefined ? undefined : BigInt(JSON.parse(document));
  }

  async #write(position: string | undefined): Promise<void> {
    const expected = await this.#readModels.checkpoint(logIdentity);
    if (expected === undefined) return; // Nothing has ever happened.
    const document = position === undefined ? undefined : JSON.stringify(position);
    try {
      await this.#readModels.commit(logIdentity, expected, start, [{ id: wentOnFrom, document, entries: [] }]);
    } catch (reason) {
      // They were emptied just now, and nobody is in them.
      if (!(reason instanceof CheckpointMoved)) throw reason;
    }
  }
}
