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
/** What is kept of a mail: what its owner reads, and the uids of others whom it names. Releases of before kept no such uids. */
const kept = z.object({ ...keptMail.shape, names: z.array(z.string()).optional() });
type Kept = z.infer<typeof kept>;
const content = z.array(kept);

/** Seals what is a person's with their key; opens it again, to undefined once they were forgotten. */
export type PersonalSeal = {
  readonly seal: (uid: string, belongsTo: string, value: unknown) => Promise<string | undefined>;
  readonly open: (uid: string, belongsTo: string, text: string) => Promise<unknown>;
  /** Whether somebody of whom something was sealed was forgotten since. */
  readonly isForgotten: (uid: string) => Promise<boolean>;
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
    const mails = this.#fresh(await this.#read(uid, await this.#records.get(prefix + uid)));
    return mails.map(({ names: _, ...mail }) => mail);
  }

  /** Keeps a mail, unless it is there already, or the person has had as many of its kind in the last hour as one may. */
  async keep({ id, mail, address }: DueMail): Promise<void> {
    const { uid } = mail.to;
    const { kind, subject, paragraphs, facts, action, names } = mail;
    for (;;) {
      const record = await this.#records.get(prefix + uid);
      const before = this.#fresh(await this.#read(uid, record));
      if (before.some((one) => one.id === id) || this.#tooMany(before, mail)) return;
      const at = this.#now().toISOString();
      const newest = kept.parse({ id, kind, at, to: address, subject, paragraphs, facts, action, names });
      const sealed = await this.#personal.seal(uid, prefix, [newest, ...before].slice(0, mostKept));
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
      const record = await this.#records.get(key);
      const mails = this.#fresh(await this.#read(key.slice(prefix.length), record));
      if (record && mails.length === 0) await this.#delete(key, record.version);
    }
  }

  /** Takes away what was read, unless a mail has been kept meanwhile. */
  async #delete(key: string, version: bigint): Promise<void> {
    try {
      await this.#records.delete(key, version);
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
    }
  }

  /** Without those that name somebody who was forgotten since: it is sealed with the key of its owner, who is still there. */
  async #read(uid: string, record: SideRecord | undefined): Promise<Kept[]> {
    const opened = record && (await this.#personal.open(uid, prefix, record.value));
    const parsed = content.safeParse(opened);
    if (!parsed.success) return [];
    const named = [...new Set(parsed.data.flatMap(({ names }) => names ?? []))];
    const areGone = await Promise.all(named.map((one) => this.#personal.isForgotten(one)));
    const gone = new Set(named.filter((_, index) => areGone[index]));
    return parsed.data.filter(({ names }) => !names?.some((one) => gone.has(one)));
  }

  #fresh(mails: readonly Kept[]): Kept[] {
    const oldest = new Date(this.#now().getTime() - keptFor).toISOString();
    return mails.filter(({ at }) => at > oldest);
  }

  #tooMany(before: readonly Kept[], { kind, perHour }: Mail): boolean {
    const since = new Date(this.#now().getTime() - hour).toISOString();
    return before.filter((one) => one.kind === kind && one.at > since).length >= perHour;
  }
}
