import { randomInt } from 'node:crypto';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { SideRecords } from '../../../modules/kernel/event-store.ts';
import { believed } from '../../../modules/kernel/time/clock-ahead.ts';
import { HeldRecord } from '../../runtime/processes/held-record.ts';

const key = 'seal-turn';

/** Milliseconds after which another may take the turn of one who says nothing any more; and between two times of saying it. */
const goodFor = 60_000;
const saidEvery = 10_000;

/**
 * Behind the moment until which a turn is good: a fraction of a millisecond, by which who says it knows its own. A release of before
 * reads a number all the same.
 */
const newMark = () => `.${randomInt(10 ** 13, 10 ** 14)}`;

/** The right to seal, of one process at a time (lease). It saves work only: that one seal follows another the stream sees to. */
export class SealTurn {
  readonly #held: HeldRecord;
  readonly #mark: string;
  readonly #now: () => Date;
  #saidAt = 0;

  private constructor(held: HeldRecord, mark: string, now: () => Date) {
    this.#held = held;
    this.#mark = mark;
    this.#now = now;
  }

  /** Undefined while somebody else has it. */
  static async take(records: SideRecords, now: () => Date): Promise<SealTurn | undefined> {
    const there = await records.get(key);
    if (there && believed(Math.floor(Number(there.value)), now().getTime()) > now().getTime()) return undefined;
    const mark = newMark();
    const turn = new SealTurn(new HeldRecord(records, { key, mark, version: there?.version ?? 'none' }), mark, now);
    try {
      await turn.#say(now().getTime());
      return turn;
    } catch (reason) {
      if (reason instanceof WrongExpectedRevision) return undefined;
      throw reason;
    }
  }

  /** Says now and then that it is still used. @throws WrongExpectedRevision when somebody else has taken it meanwhile. */
  async keep(): Promise<void> {
    const now = this.#now().getTime();
    if (now - this.#saidAt >= saidEvery) await this.#say(now);
  }

  async giveBack(): Promise<void> {
    try {
      await this.#held.put('0');
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
    }
  }

  async #say(now: number): Promise<void> {
    await this.#held.put(`${now + goodFor}${this.#mark}`);
    this.#saidAt = now;
  }
}
