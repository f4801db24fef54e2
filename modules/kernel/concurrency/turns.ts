import { WrongExpectedRevision } from '../errors.ts';
import type { SideRecord, SideRecords } from '../event-store.ts';
import { believed } from '../time/clock-ahead.ts';

/** Until when (milliseconds of the epoch) the work was done, and who does it until when. */
type State = { readonly doneUntil: number; readonly busyUntil: number };

const never: State = { doneUntil: 0, busyUntil: 0 };

/** How long a turn lasts unless it is kept, in milliseconds: longer than any one step of the work may take, with its repeats. */
const length = 120_000;

/** A turn that this node has. Whoever takes it over, after a crash, does all of it again. */
export type Turn = {
  readonly doneUntil: number;
  /** Makes it last on, at most once in half its time. Resolves to false when another node has taken it over. */
  readonly keep: (now: number) => Promise<boolean>;
  /** Ends it. What was done up to `doneUntil` is not done again before it is due. */
  readonly end: (doneUntil: number) => Promise<void>;
};

/**
 * Lease: work that one node at a time does, whichever is first; it gives its turn back when it is done or, should it
 * crash, when its time is over. Kept beside the log, which would fill with it.
 */
export class Turns {
  readonly #records: SideRecords;
  readonly #key: string;
  /** How far this node has come itself. */
  #doneHere = 0;

  /** @param key the record that it is kept in: one for each kind of work */
  constructor(records: SideRecords, key: string) {
    this.#records = records;
    this.#key = key;
  }

  /** 0 where it was never done, or nobody can tell. */
  async doneUntil(now: number): Promise<number> {
    return this.#read(await this.#records.get(this.#key), now).doneUntil;
  }

  /** @returns undefined when it is another node's turn, or somebody was faster */
  async take(now: number): Promise<Turn | undefined> {
    const before = await this.#records.get(this.#key);
    const { doneUntil, busyUntil } = this.#read(before, now);
    if (busyUntil > now) return undefined;
    let version = await this.#put({ doneUntil, busyUntil: now + length }, before?.version ?? 'none');
    if (version === undefined) return undefined;
    let keptAt = now;
    const next = async (state: State) => {
      if (version !== undefined) version = await this.#put(state, version);
      return version !== undefined;
    };
    return {
      doneUntil,
      async keep(at) {
        if (at - keptAt < length / 2) return version !== undefined;
        keptAt = at;
        return next({ doneUntil, busyUntil: at + length });
      },
      // Whoever has taken it over meanwhile says how far they came.
      end: async (until) => {
        this.#doneHere = until;
        await next({ doneUntil: until, busyUntil: 0 });
      },
    };
  }

  /** Beside a node whose clock is far ahead for good, this one knows at least what it has done itself: else it would do all again. */
  #read(record: SideRecord | undefined, now: number): State {
    const { doneUntil, busyUntil }: State = record ? JSON.parse(record.value) : never;
    return {
      doneUntil: believed(doneUntil, now) || believed(this.#doneHere, now),
      busyUntil: believed(busyUntil, now),
    };
  }

  async #put(state: State, expected: bigint | 'none'): Promise<bigint | undefined> {
    try {
      return await this.#records.put(this.#key, JSON.stringify(state), expected);
    } catch (reason) {
      if (reason instanceof WrongExpectedRevision) return undefined;
      throw reason;
    }
  }
}
