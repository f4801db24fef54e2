import { believed } from '../../modules/kernel/clock-ahead.ts';
import { WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { SideRecords } from '../../modules/kernel/event-store.ts';

const key = 'seal-turn';

/** Milliseconds after which another may take the turn of one who says nothing any more; and between two times of saying it. */
const goodFor = 60_000;
const saidEvery = 10_000;

/** The right to seal, of one process at a time (lease). It saves work only: that one seal follows another the stream sees to. */
export class SealTurn {
  readonly #records: SideRecords;
  readonly #now: () => Date;
  #version: bigint;
  #saidAt: number;

  private constructor(records: SideRecords, now: () => Date, version: bigint) {
    this.#records = records;
    this.#now = now;
    this.#version = version;
    this.#saidAt = now().getTime();
  }

  /** Undefined while somebody else has it. */
  static async take(records: SideRecords, now: () => Date): Promise<SealTurn | undefined> {
    const held = await records.get(key);
    if (held && believed(Number(held.value), now().getTime()) > now().getTime()) return undefined;
    try {
      const version = await records.put(key, `${now().getTime() + goodFor}`, held?.version ?? 'none');
      return new SealTurn(records, now, version);
    } catch (reason) {
      if (reason instanceof WrongExpectedRevision) return undefined;
      throw reason;
    }
  }

  /** Says now and then that it is still used. @throws WrongExpectedRevision when somebody else has taken it meanwhile. */
  async keep(): Promise<void> {
    const now = this.#now().getTime();
    if (now - this.#saidAt < saidEvery) return;
    this.#version = await this.#records.put(key, `${now + goodFor}`, this.#version);
    this.#saidAt = now;
  }

  async giveBack(): Promise<void> {
    try {
      await this.#records.put(key, '0', this.#version);
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
    }
  }
}
