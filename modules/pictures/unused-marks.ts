import { WrongExpectedRevision } from '../kernel/errors.ts';
import type { SideRecord, SideRecords } from '../kernel/event-store.ts';

/** Since when no tool shows a picture; or since when it is being taken away. Milliseconds since the Unix epoch. */
type Mark = { readonly since: number } | { readonly going: number };

/** `stays`: it is not due, or was wanted meanwhile; `going`: somebody else is taking it away, or was until a moment ago. */
type Taken = 'taken' | 'stays' | 'going';

/** All their keys begin with it: no picture's own does. */
const prefix = 'unused-picture:';
const keyOf = (pictureId: string) => `${prefix}${pictureId}`;

/** After which a removal that has not ended is taken for broken off, in milliseconds. It takes some milliseconds. */
export const brokenOffAfter = 60 * 60_000;

/**
 * Which pictures no tool shows, and since when: a record each beside the log. What is done to one is decided in its record (optimistic
 * concurrency): it is taken away, or wanted again, and never both.
 */
export class UnusedMarks {
  readonly #records: SideRecords;

  constructor(records: SideRecords) {
    this.#records = records;
  }

  /** The pictures that have a mark. */
  async ids(): Promise<Set<string>> {
    const ids = new Set<string>();
    for await (const key of this.#records.keys(prefix)) ids.add(key.slice(prefix.length));
    return ids;
  }

  /** No tool shows it: its time begins, unless it has begun. */
  async begin(pictureId: string, now: number): Promise<void> {
    await this.#put(pictureId, { since: now }, 'none');
  }

  /** Somebody wants it: its time begins anew. False when it is being taken away. */
  async renew(pictureId: string, now: number): Promise<boolean> {
    for (;;) {
      const record = await this.#records.get(keyOf(pictureId));
      if (!record) return true; // It has all of its time before it.
      if ('going' in read(record)) return false;
      if (await this.#put(pictureId, { since: now }, record.version)) return true;
    }
  }

  /** Takes up its removal, where no tool has shown it for so long. */
  async take(pictureId: string, { now, keepFor }: { now: number; keepFor: number }): Promise<Taken> {
    const record = await this.#records.get(keyOf(pictureId));
    if (!record) return 'stays';
    const mark = read(record);
    if ('going' in mark ? mark.going > now - brokenOffAfter : mark.since > now - keepFor) {
      return 'going' in mark ? 'going' : 'stays';
    }
    return (await this.#put(pictureId, { going: now }, record.version)) ? 'taken' : 'stays';
  }

  /** A tool shows it, or it is gone. */
  async delete(pictureId: string): Promise<void> {
    await this.#records.delete(keyOf(pictureId));
  }

  async #put(pictureId: string, mark: Mark, expected: bigint | 'none'): Promise<boolean> {
    try {
      await this.#records.put(keyOf(pictureId), JSON.stringify(mark), expected);
      return true;
    } catch (reason) {
      if (reason instanceof WrongExpectedRevision) return false;
      throw reason;
    }
  }
}

function read({ value }: SideRecord): Mark {
  return JSON.parse(value);
}
