import { createHash, createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { Bulkhead } from '../../modules/kernel/concurrency/bulkhead.ts';
import { derivedId, digest } from '../../modules/kernel/encoding/derived.ts';
import { WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import { type NewEvent, system } from '../../modules/kernel/event.ts';
import type { EventStore, SideRecord } from '../../modules/kernel/event-store.ts';
import { ExpiringCache } from '../../modules/kernel/memory/expiring-cache.ts';
import type { SubjectKeyDestroyed } from '../../modules/people/contract.ts';
import type { SubjectKeyCreated } from './subject-key-events.ts';
import { unwrap, type WrappedKey, type WrappingKey, wrap, wrappedKeyIn } from './wrapped-key.ts';

/** A person's key and a name for it, so that what another key sealed is told from what is damaged. */
export type SubjectKey = { readonly id: string; readonly key: KeyObject };

const subjectKeyStream = (uid: string) => `subject-key-${uid}`;

/** What the keys of the side records begin with under which keys of persons are kept. */
export const subjectKeyPrefix = 'subject-key:';
const recordOf = (uid: string) => subjectKeyPrefix + uid;

/** What stands in the place of a key that is gone. It stays, so that nobody ever makes that person another. */
export const forgotten = 'forgotten';

/** How long another process may still open a person's data after they were forgotten, in milliseconds. */
const cachedFor = 60_000;
const capacity = 20_000;

/** What is known of a person's key, or is being looked up. */
type Known = {
  readonly found: Promise<SubjectKey | typeof forgotten | undefined>;
  /** The same, once it is there. */
  now?: SubjectKey | typeof forgotten | undefined;
};

type Rewrapping = {
  readonly signal?: AbortSignal;
  readonly reached?: (keys: number, of: number) => void;
};

/**
 * The keys that personal data is sealed with: one a person, made at the first need. They are kept beside the log, outside
 * of the sequence of events, and wrapped with a secret that is not in the store: the log alone opens nothing, nor does a
 * copy of the whole store.
 */
export class SubjectKeys {
  readonly #store: EventStore;
  #wrapping: readonly WrappingKey[];
  readonly #lookForKeys: (() => Promise<void>) | undefined;
  readonly #now: () => Date;
  readonly #known: ExpiringCache<Known>;

  /**
   * @param wrapping the first wraps, any of them unwraps
   * @param lookForKeys has others taken that there are since; called for what none of these has wrapped
   */
  constructor(
    store: EventStore,
    wrapping: readonly WrappingKey[],
    now: () => Date,
    lookForKeys?: (() => Promise<void>) | undefined,
  ) {
    this.#store = store;
    this.#wrapping = wrapping;
    this.#now = now;
    this.#lookForKeys = lookForKeys;
    this.#known = new ExpiringCache({ capacity, now });
  }

  get wrapping(): readonly WrappingKey[] {
    return this.#wrapping;
  }

  /** Others take the place of those before: the first wraps from now on. */
  take(wrapping: readonly WrappingKey[]): void {
    this.#wrapping = wrapping;
  }

  /**
   * The person's key; undefined once they were forgotten, or before anything of theirs was sealed. Whoever is taken for forgotten meanwhile
   * has it still: what stands in the log before that is opened by it.
   * @throws DamagedKey
   */
  async find(uid: string): Promise<SubjectKey | undefined> {
    const key = await (this.#known.get(uid)?.found ?? this.#cache(uid, this.#read(uid)));
    return key === forgotten ? undefined : key;
  }

  /** The person's key, or that they were forgotten, if that is known without looking it up. */
  known(uid: string): SubjectKey | typeof forgotten | undefined {
    return this.#known.get(uid)?.now;
  }

  /** Whether the person has a key, or had one until they were forgotten. */
  async hadOne(uid: string): Promise<boolean> {
    return (await this.#store.records.get(recordOf(uid))) !== undefined;
  }

  /** The person's key, made now if there is none; undefined once they were forgotten. */
  async findOrCreate(uid: string): Promise<SubjectKey | undefined> {
    const cached = await this.#known.get(uid)?.found;
    // Not cached anew, so that a key that another process has destroyed is not used for ever.
    if (cached) return cached === forgotten ? undefined : cached;
    // That there is none yet is not cached: another process may be making it, and writing what it seals.
    const key = (await this.#read(uid)) ?? (await this.#create(uid));
    // Were it to take the place of that they were forgotten meanwhile, it would be in use for a minute more.
    if (this.known(uid) === forgotten) return undefined;
    this.#cache(uid, Promise.resolve(key));
    return key === forgotten ? undefined : key;
  }

  /** From now on this process takes the person for forgotten: whatever is read or written of them from here on. */
  takeForForgotten(uid: string): void {
    // Far beyond every cache of other processes; whoever asks later finds what stands in the key's place.
    this.#known.set(uid, knownNow(forgotten), this.#now().getTime() + 60 * cachedFor);
  }

  /**
   * Destroys a person's key: what was sealed with it can never be opened again. Twice is once.
   * @returns the position of the event that says so
   */
  async destroy(uid: string): Promise<bigint> {
    this.takeForForgotten(uid);
    const key = recordOf(uid);
    if ((await this.#store.records.get(key))?.value !== forgotten) {
      await this.#store.records.put(key, forgotten, 'any');
    }
    // The store takes the bytes off its disk when a record is deleted, also one that is not there.
    await this.#store.records.delete(`${key}:destroyed`);
    const id = derivedId('subject-key-destroyed', uid);
    const destroyed = this.#event({ type: 'SubjectKeyDestroyed', data: { uid } }, 'DestroySubjectKey', id);
    return (await this.#store.append(subjectKeyStream(uid), 'any', [destroyed])).position;
  }

  /**
   * Wraps every key with the newest wrapping key that is wrapped with another. It may be broken off and done again.
   * One that is damaged keeps no other from it.
   * @param watching.reached told how many it has looked at
   * @returns how many it has wrapped anew
   * @throws SomeNotDone where keys are damaged, once all others are wrapped
   */
  async rewrap({ signal, reached }: Rewrapping = {}): Promise<number> {
    let rewrapped = 0;
    const bulkhead = new Bulkhead();
    const records = await Array.fromAsync(this.#store.records.keys(subjectKeyPrefix));
    try {
      for (const [index, record] of records.entries()) {
        signal?.throwIfAborted();
        reached?.(index, records.length);
        if (await bulkhead.hold(this.#rewrapOne(record.slice(subjectKeyPrefix.length)))) rewrapped++;
      }
    } finally {
      // The wrappings of before must not be found on the disk; nor those of a time before, which failed here.
      await this.#store.records.delete(`${subjectKeyPrefix}:rewrapped`);
    }
    bulkhead.end();
    return rewrapped;
  }

  async #rewrapOne(uid: string): Promise<boolean> {
    for (;;) {
      const record = await this.#store.records.get(recordOf(uid));
      if (!record || record.value === forgotten) return false;
      const kept = wrappedKeyIn(record.value, uid);
      if (kept.wrappedWith === this.#newest.id) return false;
      const value = JSON.stringify(wrap(await this.#unwrap(kept, uid), kept.keyId, uid, this.#newest));
      try {
        await this.#store.records.put(recordOf(uid), value, record.version);
        return true;
      } catch (reason) {
        // Forgotten meanwhile, or wrapped anew by somebody else: look again.
        if (!(reason instanceof WrongExpectedRevision)) throw reason;
      }
    }
  }

  get #newest(): WrappingKey {
    const [newest] = this.#wrapping;
    if (!newest) throw new RangeError('There is no wrapping key.');
    return newest;
  }

  #cache(uid: string, found: Promise<SubjectKey | typeof forgotten | undefined>) {
    const known: Known = { found };
    this.#known.set(uid, known, this.#now().getTime() + cachedFor);
    found.then(
      (key) => {
        known.now = key;
      },
      () => {
        if (this.#known.get(uid) === known) this.#known.delete(uid);
      },
    );
    return found;
  }

  async #read(uid: string): Promise<SubjectKey | typeof forgotten | undefined> {
    const record = await this.#store.records.get(recordOf(uid));
    return record && this.#keyIn(record, uid);
  }

  async #keyIn({ value }: Pick<SideRecord, 'value'>, uid: string): Promise<SubjectKey | typeof forgotten> {
    if (value === forgotten) return forgotten;
    const kept = wrappedKeyIn(value, uid);
    return keyOf(kept.keyId, await this.#unwrap(kept, uid));
  }

  async #unwrap(kept: WrappedKey, uid: string): Promise<Buffer> {
    // Another node may have taken up a new one a moment before.
    if (!this.#wrapping.some(({ id }) => id === kept.wrappedWith)) await this.#lookForKeys?.();
    return unwrap(kept, uid, this.#wrapping);
  }

  /** The log says first that the key came to be; whose record is there first decides which one it is. */
  async #create(uid: string): Promise<SubjectKey | typeof forgotten> {
    const key = randomBytes(32);
    const keyId = randomBytes(8).toString('hex');
    const data = { uid, keyId, digest: createHash('sha256').update(key).digest('hex') };
    await this.#store.append(subjectKeyStream(uid), 'any', [
      this.#event({ type: 'SubjectKeyCreated', data }, 'CreateSubjectKey', randomUUID()),
    ]);
    try {
      const wrapping = this.#newest;
      const value = JSON.stringify(wrap(key, keyId, uid, wrapping));
      await this.#store.records.put(recordOf(uid), value, 'none');
      // Before anything is sealed with it: a process that was stopped here may have wrapped it with what is retired, or gone, by now.
      await this.#lookForKeys?.();
      if (this.#newest.id !== wrapping.id) await this.#rewrapOne(uid);
      return keyOf(keyId, key);
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
      const first = await this.#read(uid); // Somebody else made it at the same time.
      if (!first) throw reason;
      return first;
    }
  }

  #event(event: SubjectKeyCreated | SubjectKeyDestroyed, command: string, id: string): NewEvent {
    const meta = { schema: 1, time: this.#now().toISOString(), actor: system, command, commandId: id };
    return { ...event, id, meta: { ...meta, fingerprint: digest(event.data.uid), correlationId: id } };
  }
}

/** As a KeyObject, which a cipher takes several times faster than bytes. */
const keyOf = (id: string, key: Buffer): SubjectKey => ({ id, key: createSecretKey(key) });

const knownNow = (key: typeof forgotten): Known => ({ found: Promise.resolve(key), now: key });
