import { WrongExpectedRevision } from '../kernel/errors.ts';
import type { SideRecord, SideRecords } from '../kernel/event-store.ts';

const key = 'reconciler';

/** Until when (milliseconds of the epoch) the provider has been asked after everything, and who asks until when. */
type Turn = { readonly doneUntil: number; readonly busyUntil: number };

const never: Turn = { doneUntil: 0, busyUntil: 0 };

/** How long a turn lasts unless it is kept, in milliseconds: longer than a call to the provider may take, with its repeats. */
const length = 120_000;

/** A turn that this node has. Whoever takes it over, after a crash, asks again after all of it. */
export type AskingTurn = {
  readonly doneUntil: number;
  /** Makes it last on, at most once in half its time. Resolves to false when another node has taken it over. */
  readonly keep: (now: number) => Promise<boolean>;
  /** Ends it. What was asked after up to `doneUntil` is not asked after again before it is due. */
  readonly end: (doneUntil: number) => Promise<void>;
};

/**
 * Lease: one node at a time asks the provider, whichever is first, and gives its turn back when it is done or, should it
 * crash, when its time is over. Kept beside the log, which would fill with it.
 */
export class AskingTurns {
  readonly #records: SideRecords;

  constructor(records: SideRecords) {
    this.#records = records;
  }

  async doneUntil(): Promise<number> {
    return read(await this.#records.get(key)).doneUntil;
  }

  /** @returns undefined when it is another node's turn, or somebody was faster */
  async take(now: number): Promise<AskingTurn | undefined> {
    const before = await this.#records.get(key);
    const { doneUntil, busyUntil } = read(before);
    if (busyUntil > now) return undefined;
    let version = await this.#put({ doneUntil, busyUntil: now + length }, before?.version ?? 'none');
    if (version === undefined) return undefined;
    let keptAt = now;
    const next = async (turn: Turn) => {
      if (version !== undefined) version = await this.#put(turn, version);
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
      end: async (until) => void (await next({ doneUntil: until, busyUntil: 0 })),
    };
  }

  async #put(turn: Turn, expected: bigint | 'none'): Promise<bigint | undefined> {
    try {
      return await this.#records.put(key, JSON.stringify(turn), expected);
    } catch (reason) {
      if (reason instanceof WrongExpectedRevision) return undefined;
      throw reason;
    }
  }
}

function read(record: SideRecord | undefined): Turn {
  return record ? JSON.parse(record.value) : never;
}
