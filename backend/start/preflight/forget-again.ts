import { createHash } from 'node:crypto';
import { z } from 'zod';
import { accountIdIn } from '../../../modules/identity/accounts/account.ts';
import type { PersonForgotten } from '../../../modules/identity/contract.ts';
import { scheduledOnce } from '../../../modules/kernel/commands.ts';
import { Bulkhead } from '../../../modules/kernel/concurrency/bulkhead.ts';
import { isReadable, type StoredEvent } from '../../../modules/kernel/event.ts';
import { type Forgotten, forgetBecauseOf } from '../../../modules/people/forget-person.ts';
import type { WiredModules } from '../wire-modules.ts';
import { placesOfAccounts } from './places-of-accounts.ts';

/**
 * The record beside the log that says how much of the register the log knows. A log that is put back comes with that of
 * then, and one that was copied with none, so that what it does not know is found whatever was said in which order.
 */
const key = 'forgotten-looked-for';
const known = z.object({ lines: z.int(), digest: z.string() });

/** How many accounts are looked up side by side. */
const sideBySide = 100;

/**
 * Forgets people again whom a log knows that was put back from a backup, or came from elsewhere: the register beside it
 * says so. Their keys and accounts go before anything is read, the rest before the shop opens.
 */
export class ForgetAgain {
  readonly #wired: Pick<WiredModules, 'store' | 'identity' | 'register' | 'subjectKeys' | 'forgetting'>;
  #events: StoredEvent<PersonForgotten>[] = [];

  constructor(wired: Pick<WiredModules, 'store' | 'identity' | 'register' | 'subjectKeys' | 'forgetting'>) {
    this.#wired = wired;
  }

  /**
   * Before the log is followed. Only what is new in the register since the last start is looked up. Where an account cannot be read its
   * person's key goes all the same, and the account at the next start that can read it.
   * @throws SomeNotDone where one cannot be read: the others are closed
   */
  async closeAccounts(): Promise<void> {
    const { store, register, subjectKeys } = this.#wired;
    const lines = register.lines();
    if (lines.length === 0) return;
    const unsure = lines.slice(await this.#linesKnown(lines));
    if (unsure.length === 0) return;
    this.#events = [];
    const people = new Map(unsure.map((person) => [`${person.uid} ${person.stream}`, person]));
    const bulkhead = new Bulkhead();
    for (const { uid, stream } of await this.#missing([...people.values()])) {
      await subjectKeys.destroy(uid);
      const said = await bulkhead.hold(this.#close(uid, stream));
      if (said) this.#events.push(said);
    }
    // Before it is written down how much of the register the log knows: without this, nobody would look for them again.
    bulkhead.end();
    const value = JSON.stringify({ lines: lines.length, digest: digestOf(lines) } satisfies z.infer<typeof known>);
    await store.records.put(key, value, 'any');
  }

  /**
   * Once the read models show everything. A shop opens though something of somebody cannot be read: the reactor to the same event
   * (forget-person) says so, and tries it again.
   */
  async forgetTheRest(): Promise<void> {
    for (const event of this.#events) await new Bulkhead().hold(forgetBecauseOf(this.#wired.forgetting, event));
  }

  /** How many lines of the register, from the first, the log was found to know. */
  async #linesKnown(lines: readonly Forgotten[]): Promise<number> {
    const record = await this.#wired.store.records.get(key);
    if (!record) return 0;
    const { lines: count, digest } = known.parse(JSON.parse(record.value));
    return digest === digestOf(lines.slice(0, count)) ? count : 0;
  }

  /** Those whom this log knows, and does not know to be forgotten, each with a stream in which their account was in this log. */
  async #missing(people: readonly Forgotten[]): Promise<Pick<Forgotten, 'uid' | 'stream'>[]> {
    const missing: Pick<Forgotten, 'uid' | 'stream'>[] = [];
    const elsewhere = new Set<string>();
    for (let at = 0; at < people.length; at += sideBySide) {
      const some = people.slice(at, at + sideBySide);
      const found = await Promise.all(some.map((person) => this.#look(person)));
      for (const [index, { uid, stream }] of some.entries()) {
        if (found[index] === 'missing') missing.push({ uid, stream });
        if (found[index] === 'elsewhere') elsewhere.add(uid);
      }
    }
    if (elsewhere.size === 0) return missing;
    for (const [uid, { stream, isForgotten }] of await placesOfAccounts(this.#wired.store, elsewhere)) {
      if (!isForgotten) missing.push({ uid, stream });
    }
    return missing;
  }

  /** Their account may have another name in a log of before: by the email of then, or the key of emails. Whoever has a key is known to the log. */
  async #look({ uid, stream }: Forgotten): Promise<'known' | 'missing' | 'elsewhere' | 'unheard of'> {
    const { store, subjectKeys } = this.#wired;
    const events = await new Bulkhead().hold(store.readStream(stream));
    if (!events) {
      // Also where it cannot be read it may be said, to hold once it can be. Closing it fails else, too, and says so.
      const said = await new Bulkhead().hold(store.readStream(stream, { damaged: 'told', whole: false }));
      return said?.some((event) => isAbout(event, uid)) ? 'known' : 'missing';
    }
    if (events.some((event) => isAbout(event, uid))) return 'known';
    if (events.some(({ data }) => (data as { uid?: unknown } | null)?.uid === uid)) return 'missing';
    return (await subjectKeys.hadOne(uid)) ? 'elsewhere' : 'unheard of';
  }

  /** Closes the account. @returns the event that says so, in whichever stream it was by then; undefined where it was closed before */
  async #close(uid: string, accountIn: string): Promise<StoredEvent<PersonForgotten> | undefined> {
    const { store, identity } = this.#wired;
    const context = scheduledOnce('forget-again', uid);
    const { stream } = await identity.accounts.forgetAt(accountIdIn(accountIn), uid, context);
    const events = await store.readStream(stream);
    return events.filter((event) => isAbout(event, uid)).at(-1);
  }
}

/** Whether an event says whom the shop forgets. */
export const isPersonForgotten = (event: StoredEvent): event is StoredEvent<PersonForgotten> =>
  event.type === 'PersonForgotten' && isReadable(event);

/** Whether an event says that this person is forgotten. */
export function isAbout(event: StoredEvent, uid: string): event is StoredEvent<PersonForgotten> {
  return isPersonForgotten(event) && event.data.uid === uid;
}

function digestOf(lines: readonly Forgotten[]): string {
  const digest = createHash('sha256');
  for (const { uid, stream, position } of lines) digest.update(`${uid} ${stream} ${position}\n`);
  return digest.digest('hex');
}
