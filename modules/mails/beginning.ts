import { WrongExpectedRevision } from '../kernel/errors.ts';
import type { SideRecords } from '../kernel/event-store.ts';

/** The record beside the log in which it stands. */
export const mailsBegan = 'mails-began';

/** What becomes of mails: they go out, or are kept for people to read in the shop. */
export type Fate = 'sent' | 'kept';

/**
 * Since when a shop sends mails, or keeps them, beside the log. Without this, one of years that is given a mail server today would write of
 * what happened before, and so would one whose mail server was taken away for a while.
 */
export class Beginning {
  readonly #records: SideRecords;
  #at: string | undefined;

  constructor(records: SideRecords) {
    this.#records = records;
  }

  /**
   * Says at a start what becomes of mails from now on; undefined: none are written. Where it was the same before, on this node or another,
   * it goes on from when that began.
   */
  async say(fate: Fate | undefined, now: Date): Promise<void> {
    if (fate === undefined) return this.#records.delete(mailsBegan);
    for (;;) {
      const record = await this.#records.get(mailsBegan);
      const [before, at] = record?.value.split(' ') ?? [];
      if (before === fate) {
        this.#at = at;
        return;
      }
      try {
        await this.#records.put(mailsBegan, `${fate} ${now.toISOString()}`, record?.version ?? 'none');
      } catch (reason) {
        // Another node says it at the same time: what it says is read.
        if (!(reason instanceof WrongExpectedRevision)) throw reason;
      }
    }
  }

  /** Whether something happened before mails were written: at an ISO 8601 time, in UTC. */
  isBefore(time: string): boolean {
    return this.#at === undefined || time < this.#at;
  }
}
