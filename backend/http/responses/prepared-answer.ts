import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit } from '../../../modules/kernel/concurrency/concurrency-limit.ts';
import { threadsToCompress } from '../../../modules/kernel/concurrency/threads.ts';
import { Annotation } from '../../../modules/kernel/memory/annotation.ts';
import { ownBytes } from '../../../modules/kernel/memory/own-bytes.ts';

/** Level 1 takes a third of the default's time, and leaves hardly more; a stream of this size takes 128 kB as it works. */
const compress = async (plain: Buffer) =>
  ownBytes(await promisify(gzip)(plain, { level: 1, windowBits: 14, memLevel: 7 }));

/** The threads that compress are those that hash passwords and read files: some must be left. */
const compressing = new ConcurrencyLimit({
  atOnce: threadsToCompress(),
  mostWaiting: Number.POSITIVE_INFINITY, // As much as `mostAhead`.
  refusal: 'Too many answers are being compressed.',
});

/**
 * With so many bytes of other answers before it none waits to be compressed: it goes as it is, which is sooner. Half a megabyte is compressed in
 * some ten milliseconds; and what waits belongs to no client yet, so that nothing of it could be cut.
 */
const mostAhead = 4 * 1_024 * 1_024;
let ahead = 0;

/** An answer's JSON as it goes out. What is worked out from it is worked out once, for as long as it is the same. */
export class PreparedAnswer {
  readonly plain: Buffer;
  #digest: string | undefined;
  #compressed: Promise<Buffer> | undefined;

  constructor(json: Buffer) {
    this.plain = json;
  }

  /** What makes its ETag. */
  get digest(): string {
    this.#digest ??= hash('sha1', this.plain, 'base64url');
    return this.#digest;
  }

  /** Undefined where too much else waits for that. */
  compressed(): Promise<Buffer> | undefined {
    if (ahead < mostAhead) this.#compressed ??= this.#compress();
    return this.#compressed;
  }

  async #compress(): Promise<Buffer> {
    ahead += this.plain.length;
    try {
      return await compressing.run(() => compress(this.plain));
    } catch (reason) {
      this.#compressed = undefined; // So that the next one tries again.
      throw reason;
    } finally {
      ahead -= this.plain.length;
    }
  }
}

/** Lists, whose bytes are the same as long as nothing in them has changed (page-answer.ts): each dies with its bytes. */
const lists = new Annotation<Buffer, PreparedAnswer>();

/** What public documents may take together, in bytes: each once as text, once as bytes, and once compressed. */
const mostKept = 8 * 1_024 * 1_024;
/** What an entry costs beside its text, in bytes. */
const overhead = 512;

/** Public documents by their text. A document that changed has another text; that before goes when its room is needed. */
const documents = new LRUCache<string, PreparedAnswer>({
  maxSize: mostKept,
  maxEntrySize: mostKept / 64,
  sizeCalculation: (_, text) => overhead + 3 * text.length,
});

/** @param isPublic whether it is the same for everybody: what is for one person is not kept any longer than its answer takes */
export function preparedAnswer(json: string | Buffer, isPublic: boolean): PreparedAnswer {
  if (typeof json === 'string') {
    if (!isPublic) return new PreparedAnswer(Buffer.from(json));
    const known = documents.get(json);
    if (known) return known;
    const prepared = new PreparedAnswer(ownBytes(json));
    documents.set(json, prepared);
    return prepared;
  }
  const known = lists.get(json);
  if (known) return known;
  const prepared = new PreparedAnswer(json);
  lists.set(json, prepared);
  return prepared;
}
