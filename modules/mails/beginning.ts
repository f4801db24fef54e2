import { WrongExpectedRevision } from '../kernel/errors.ts';
import type { SideRecords } from '../kernel/event-store.ts';

const key = 'mails-began';

/**
 * Since when a shop writes mails, kept beside the log. Without this, one of years that is given a mail server today would write of what
 * happened before, and so would one whose mail server was taken away for a while.
 */
export class Beginning {
  readonly #records: SideRecords;
  #at: string | undefined;

  constructor(records: SideRecords) {
    this.#records = records;
  }

  /** Says, at a start, whether mails are written from now on. They go on from when they began first, on whichever node. */
  async say(isWriting: boolean, now: Date): Promise<void> {
    if (!isWriting) return this.#records.delete(key);
    try {
      await this.#records.put(key, now.toISOString(), 'none');
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
    }
    this.#at = (await this.#records.get(key))?.value;
  }

  /** Whether something happened before mails were written: at an ISO 8601 time, in UTC. */
  isBefore(time: string): boolean {
    return this.#at === undefined || time < this.#at;
  }
}
