import { LRUCache } from 'lru-cache';
import { isIdOfSum } from '../../../modules/kernel/documents/sums.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { WrittenIds } from './written-ids.ts';

/**
 * How many bytes of documents are kept of one projection, roughly: what they take as objects. Those that changed again have room
 * of their own: most documents come once and are left as they are, and would push out tools and sums.
 */
const mostBytes = { once: 2 ** 20, again: 4 * 2 ** 20 };
/** What an object takes beside what its text has, roughly: bytes of its own, and of a character, most of which are Latin. */
const sizeOf = { object: 256, character: 1 };
/** How many documents are read at a time: they keep the event loop while they are. */
const atOnce = 500;

/** How long a text is taken for that nobody has made yet. */
const usualLength = 512;

type Sized = { readonly value: unknown; readonly size: number; readonly length: number; readonly text: Text };
/** How long a text is; undefined while none was made. */
type Text = { readonly length: number | undefined };

/** What is kept under these ids, undefined for what is not there. Sums are kept beside documents, under ids of their own. */
export type Kept = (ids: readonly string[]) => Promise<unknown[]>;

/** What was folded of a document or a sum, and its text; or that it is gone. `isNew`: it was not there before. */
export type Latest = {
  readonly id: string;
  readonly value: unknown;
  readonly text: Text;
  readonly isNew: boolean;
};

/**
 * The documents of one projection that were folded last, as objects: what events come to again and again is neither read nor
 * parsed again for each batch (a write-back cache of the read models, at the projection's own position). They are true only
 * for as long as nobody else moves the checkpoint; then all of them are thrown away.
 */
export class RecentDocuments {
  readonly #projection: Projection;
  readonly #readModels: Pick<ReadModels, 'getMany' | 'getNow'>;
  readonly #once = new LRUCache<string, Sized>({ maxSize: mostBytes.once, sizeCalculation: ({ size }) => size });
  readonly #again = new LRUCache<string, Sized>({ maxSize: mostBytes.again, sizeCalculation: ({ size }) => size });
  /** What was written since there was nothing; undefined when nobody knows. */
  #written: WrittenIds | undefined;
  /** The end of the log was reached, and what is read comes as it happens. */
  #isSettled = false;

  constructor(projection: Projection, readModels: Pick<ReadModels, 'getMany' | 'getNow'>) {
    this.#projection = projection;
    this.#readModels = readModels;
  }

  /** What is kept under these ids, as it is now. */
  async of(ids: readonly string[]): Promise<unknown[]> {
    const found = ids.map((id) => (this.#again.get(id) ?? this.#once.get(id))?.value);
    const missing = ids.flatMap((id, index) =>
      found[index] === undefined && this.#written?.mayHave(id) !== false ? index : [],
    );
    const reads: Promise<void>[] = [];
    for (let from = 0; from < missing.length; from += atOnce) {
      const some = missing.slice(from, from + atOnce);
      reads.push(
        this.#read(some.map((index) => ids[index] ?? '')).then((values) => {
          for (const [n, index] of some.entries()) found[index] = values[n];
        }),
      );
    }
    await Promise.all(reads);
    return found;
  }

  /** Takes over what was committed. */
  keep(latest: readonly Latest[]): void {
    for (const { id, value, text, isNew } of latest) {
      // What is not a text yet is about as long as it was.
      const before = this.#again.peek(id) ?? this.#once.peek(id);
      const length = text.length ?? before?.text.length ?? before?.length ?? usualLength;
      if (!isNew) this.#once.delete(id);
      if (value === undefined) {
        this.#again.delete(id);
        continue;
      }
      if (isNew) this.#written?.add(id);
      if (isNew && this.#isAtHand) continue;
      const size = sizeOf.object + sizeOf.character * (id.length + length);
      (isNew ? this.#once : this.#again).set(id, { value, size, length, text });
    }
  }

  /**
   * Whether what has just come is a text in the memory of the read models anyway, for longer than until it changes, mostly: as an
   * object it would be kept until its room is needed, and be moved among what stays by the garbage collector, for nothing.
   */
  get #isAtHand(): boolean {
    return this.#isSettled && this.#readModels.getNow !== undefined;
  }

  /** Forgets documents that stay as they are, whatever happens. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#once.delete(id);
      this.#again.delete(id);
    }
  }

  /**
   * Forgets all: somebody else has moved the checkpoint.
   * @param isEmpty there is no checkpoint, and so no document: what was not written from here on is not looked for
   */
  clear({ isEmpty = false } = {}): void {
    this.#once.clear();
    this.#again.clear();
    this.#isSettled = false;
    this.#written = isEmpty ? new WrittenIds() : undefined;
  }

  /** The end of the log was reached: from here on few documents are asked for at a time, and all are looked for. */
  settle(): void {
    this.#isSettled = true;
    this.#written = undefined;
  }

  async #read(ids: readonly string[]): Promise<unknown[]> {
    const texts = await this.#readModels.getMany(this.#projection.storedAs, ids);
    return texts.map((text, index) => (text === undefined ? undefined : this.#valueOf(ids[index] ?? '', text)));
  }

  #valueOf(id: string, text: string): unknown {
    return isIdOfSum(id) ? JSON.parse(text) : this.#projection.documentOf(text);
  }
}
