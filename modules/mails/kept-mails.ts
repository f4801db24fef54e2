import { z } from 'zod';
import { WrongExpectedRevision } from '../kernel/errors.ts';
import type { SideRecord, SideRecords } from '../kernel/event-store.ts';
import type { Mail } from '../kernel/mails.ts';
import { type KeptMail, keptMail } from './contract.ts';
import type { DueMail } from './due-mails.ts';

/** Milliseconds that a mail is kept. */
const keptFor = 86_400_000;
/** How many are kept of a person: the newest. */
const mostKept = 50;
const hour = 3_600_000;

const prefix = 'kept-mails:';
const content = z.array(keptMail);

/** Seals what is a person's with their key; opens it again, to undefined once they were forgotten. */
export type PersonalSeal = {
  readonly seal: (uid: string, belongsTo: string, value: unknown) => Promise<string | undefined>;
  readonly open: (uid: string, belongsTo: string, text: string) => Promise<unknown>;
};

/**
 * The mails of a shop that sends none, for each person their own: a record each beside the log, where every node reads it, sealed with
 * the person's key. No part of the history, which they would outgrow, and gone when the person is.
 */
export class KeptMails {
  readonly #records: SideRecords;
  readonly #personal: PersonalSeal;
  readonly #now: () => Date;

  constructor({ records, personal, now }: { records: SideRecords; personal: PersonalSeal; now: () => Date }) {
    this.#records = records;
    this.#personal = personal;
    this.#now = now;
  }

  /** A person's, newest first. */
  async of(uid: string): Promise<KeptMail[]> {
    return this.#fresh(await this.#read(uid, await this.#records.get(prefix + uid)));
  }

  /** Keeps a mail, unless it is there already, or the person has had as many of its kind in the last hour as one may. */
  async keep({ id, mail, address }: DueMail): Promise<void> {
    const { uid } = mail.to;
    const { kind, subject, paragraphs, facts, action } = mail;
    for (;;) {
      const record = await this.#records.get(prefix + uid);
      const before = this.#fresh(await this.#read(uid, record));
      if (before.some((kept) => kept.id === id) || this.#tooMany(before, mail)) return;
      const at = this.#now().toISOString();
      const kept = keptMail.parse({ id, kind, at, to: address, subject, paragraphs, facts, action });
      const sealed = await this.#personal.seal(uid, prefix, [kept, ...before].slice(0, mostKept));
      if (sealed === undefined) return; // Forgotten meanwhile.
      try {
        await this.#records.put(prefix + uid, sealed, record?.version ?? 'none');
        return;
      } catch (reason) {
        // Another mail was kept meanwhile: this one goes on top of it.
        if (!(reason instanceof WrongExpectedRevision)) throw reason;
      }
    }
  }

  /** Takes away all of a person's. */
  async forget(uid: string): Promise<void> {
    await this.#records.delete(prefix + uid);
  }

  /** Takes away the records in which nothing is fresh any more, or nothing can be read. */
  async clear(signal: AbortSignal): Promise<void> {
    for await (const key of this.#records.keys(prefix)) {
      if (signal.aborted) return;
      const uid = key.slice(prefix.length);
      if ((await this.of(uid)).length === 0) await this.forget(uid);
    }
  }

  async #read(uid: string, record: SideRecord | undefined): Promise<KeptMail[]> {
    const opened = record && (await this.#personal.open(uid, prefix, record.value));
    const parsed = content.safeParse(opened);
    return parsed.success ? parsed.data : [];
  }

  #fresh(mails: readonly KeptMail[]): KeptMail[] {
    const oldest = new Date(this.#now().getTime() - keptFor).toISOString();
    return mails.filter(({ at }) => at > oldest);
  }

  #tooMany(before: readonly KeptMail[], { kind, perHour }: Mail): boolean {
    const since = new Date(this.#now().getTime() - hour).toISOString();
    return before.filter((kept) => kept.kind === kind && kept.at > since).length >= perHour;
  }
}
