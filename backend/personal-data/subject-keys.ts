import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { derivedId, digest } from '../../modules/kernel/derived.ts';
import { WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import { type DomainEvent, type NewEvent, system } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { ExpiringCache } from '../../modules/kernel/expiring-cache.ts';
import { storedEvents } from '../../modules/kernel/stored-events.ts';

/** A person's key and a name for it, so that what another key sealed is told from what is damaged. */
export type SubjectKey = { readonly id: string; readonly key: KeyObject };

type SubjectKeyCreated = DomainEvent<'SubjectKeyCreated', { uid: string; key: string }>;

export const subjectKeyEvents = storedEvents<SubjectKeyCreated>({
  SubjectKeyCreated: { version: 1, secret: ['key'] },
});

/** Where a person's key is kept. Deleting this stream erases the person's data from the whole history. */
export const subjectKeyStream = (uid: string) => `subject-key-${uid}`;

/** Whether a stream is one that holds a person's key. */
export const isSubjectKeyStream = (stream: string) => stream.startsWith('subject-key-');

/** How long another process may still open a person's data after they were erased, in milliseconds. */
const cachedFor = 60_000;
const capacity = 20_000;

/** The keys that personal data is sealed with: one a person, made at the first need, kept in a stream of its own. */
export class SubjectKeys {
  readonly #store: EventStore;
  readonly #now: () => Date;
  readonly #known: ExpiringCache<Promise<SubjectKey | undefined>>;

  constructor(store: EventStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
    this.#known = new ExpiringCache({ capacity, now });
  }

  /** The person's key; undefined once they were erased, or before anything of theirs was sealed. */
  find(uid: string): Promise<SubjectKey | undefined> {
    return this.#known.get(uid) ?? this.#cache(uid, this.#read(uid));
  }

  /** The person's key, made now if there is none. */
  async findOrCreate(uid: string): Promise<SubjectKey> {
    const cached = await this.#known.get(uid);
    // Not cached anew, so that a key that another process has erased is not used for ever.
    if (cached) return cached;
    // That there is none yet is not cached: another process may be making it, and writing what it seals.
    const key = (await this.#read(uid)) ?? (await this.#create(uid));
    this.#cache(uid, Promise.resolve(key));
    return key;
  }

  /** Erases a person: what was sealed with their key can never be opened again. */
  async erase(uid: string): Promise<void> {
    await this.#store.deleteStream(subjectKeyStream(uid));
    this.#known.delete(uid);
  }

  #cache(uid: string, key: Promise<SubjectKey | undefined>): Promise<SubjectKey | undefined> {
    this.#known.set(uid, key, this.#now().getTime() + cachedFor);
    key.catch(() => this.#known.delete(uid));
    return key;
  }

  async #read(uid: string): Promise<SubjectKey | undefined> {
    const [created] = await this.#store.readStream(subjectKeyStream(uid), { limit: 1 });
    return created ? keyOf((created as NewEvent<SubjectKeyCreated>).data.key) : undefined;
  }

  async #create(uid: string): Promise<SubjectKey> {
    const key = randomBytes(32).toString('base64');
    const commandId = derivedId('create-subject-key', uid, key);
    const event: NewEvent<SubjectKeyCreated> = {
      id: commandId,
      type: 'SubjectKeyCreated',
      data: { uid, key },
      meta: {
        schema: 1,
        time: this.#now().toISOString(),
        actor: system,
        command: 'CreateSubjectKey',
        commandId,
        fingerprint: digest(uid),
        correlationId: commandId,
      },
    };
    try {
      await this.#store.append(subjectKeyStream(uid), 'none', [event]);
      return keyOf(key);
    } catch (reason) {
      if (!(reason instanceof WrongExpectedRevision)) throw reason;
      const first = await this.#read(uid); // Somebody else made it at the same time.
      if (!first) throw reason;
      return first;
    }
  }
}

function keyOf(base64: string): SubjectKey {
  // As a KeyObject, which a cipher takes several times faster than bytes.
  return { id: digest(base64).slice(0, 16), key: createSecretKey(base64, 'base64') };
}
