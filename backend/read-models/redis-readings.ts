import { cursorAfter, placeOf } from '../../modules/kernel/documents/cursor.ts';
import type { Counted, Found, IndexEntry, ListQuery, Page } from '../../modules/kernel/read-models.ts';
import { pageSize } from './page-size.ts';
import type { RedisClient } from './redis-connection.ts';
import { documentIn, endOf, fieldOf, type ProjectionKeys, placeOfRest, prefixOf, restOfPlace } from './redis-keys.ts';
import type { LastCommit, PageKey, RememberedProjection } from './redis-memory.ts';
import type { ReadPage } from './redis-room.ts';
import { countScript, listScript, type Script } from './redis-scripts.ts';

/** Asks Redis, for somebody who waits for the answer. `soon`: see RedisConnection. */
type Asking = {
  readonly ask: <Answer>(call: (redis: RedisClient) => Promise<Answer>) => Promise<Answer>;
  readonly soon: (ask: () => void) => void;
};

type Waiting<Of, Answer> = Of & {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
  /** Whether Redis is to say it whatever is remembered: what was remembered before turned out to be of an older state. */
  readonly anew: boolean;
};
/** How a page is read: by a script, and what that answers. */
type PageReading = {
  readonly as: PageKey;
  readonly script: Script;
  readonly args: () => string[];
  readonly pageIn: (answer: unknown) => { readonly page: ReadPage; readonly last: LastCommit };
};
type DocumentWanted = Waiting<{ readonly id: string }, Found>;
type PageWanted = Waiting<PageReading, Page>;
type Wanted = { readonly documents: DocumentWanted[]; readonly pages: PageWanted[] };

/** What the scripts answer. */
type ListedThere = [(string | null)[], string[], 0 | 1, string | null, string | null];
type CountedThere = [number, string | null, string | null];

/**
 * Reads one projection in Redis. What is asked for in one turn of the event loop goes there together, and together with the
 * question which commit is the last: what is remembered as of that one is not sent again (conditional reading). So memory
 * answers nothing that another node has already replaced, and nobody waits for more than what is not known.
 */
export class RedisReadings {
  readonly #projection: string;
  readonly #keys: ProjectionKeys;
  readonly #memory: RememberedProjection;
  readonly #asking: Asking;
  #wanted: Wanted | undefined;
  /** Others commit at this moment: what is remembered is asked for as well, which saves going there twice. */
  #isMoving = false;

  constructor(projection: string, keys: ProjectionKeys, memory: RememberedProjection, asking: Asking) {
    this.#projection = projection;
    this.#keys = keys;
    this.#memory = memory;
    this.#asking = asking;
  }

  get(id: string, anew = false): Promise<Found> {
    return new Promise((resolve, reject) => this.#want().documents.push({ id, resolve, reject, anew }));
  }

  /**
   * A page is of one moment.
   * @throws Invalid, RangeError: see the port
   */
  async list(query: ListQuery): Promise<Page> {
    const size = pageSize(query);
    placeOf(this.#projection, query);
    const prefix = prefixOf(query);
    return this.#page({
      as: keyOf(query, prefix),
      script: listScript,
      args: () => [prefix, String(size), ...this.#rangeOf(query, prefix)],
      pageIn: (answer) => {
        const [texts, rests, more, position, id] = answer as ListedThere;
        return { page: this.#pageOf(query, texts, rests, more === 1), last: lastOf(position, id) };
      },
    });
  }

  /** Whether a page is remembered, and only the last commit is asked for: one that others have changed meanwhile is read anew. */
  isAtHand(query: ListQuery): boolean {
    return !this.#isMoving && this.#memory.page(keyOf(query, prefixOf(query))) !== undefined;
  }

  /** Kept as a page with nothing on it but how long the list is. */
  async counted(of: Pick<IndexEntry, 'index' | 'key'>): Promise<Counted> {
    const prefix = prefixOf(of);
    const list = prefix.toWellFormed();
    const { documents, asOf } = await this.#page({
      as: { list, key: `count ${list}` },
      script: countScript,
      args: () => [`[${prefix}`, `(${endOf(prefix)}`],
      pageIn: (answer) => {
        const [count, position, id] = answer as CountedThere;
        return { page: { documents: [String(count)], ids: [], next: undefined }, last: lastOf(position, id) };
      },
    });
    return { count: Number(documents[0]), asOf };
  }

  #page(reading: PageReading, anew = false): Promise<Page> {
    return new Promise((resolve, reject) => this.#want().pages.push({ ...reading, resolve, reject, anew }));
  }

  #want(): Wanted {
    if (this.#wanted) return this.#wanted;
    this.#asking.soon(() => this.#read());
    this.#wanted = { documents: [], pages: [] };
    return this.#wanted;
  }

  #read(): void {
    const { documents, pages } = this.#wanted ?? { documents: [], pages: [] };
    this.#wanted = undefined;
    const ids = new Set<string>();
    for (const { id, anew } of documents) {
      if (anew || this.#isMoving || this.#memory.document(id) === undefined) ids.add(id);
    }
    const unknown = new Map<string, PageWanted[]>();
    const known: PageWanted[] = [];
    for (const wanted of pages) {
      const { as, anew } = wanted;
      if (!anew && !this.#isMoving && this.#memory.page(as)) known.push(wanted);
      else if (!unknown.get(as.key)?.push(wanted)) unknown.set(as.key, [wanted]);
    }
    if (documents.length + known.length > 0) this.#readDocuments([...ids], documents, known);
    for (const [wanted, ...same] of unknown.values()) if (wanted) this.#readPage(wanted, [wanted, ...same]);
  }

  #readDocuments(ids: readonly string[], documents: readonly DocumentWanted[], pages: readonly PageWanted[]): void {
    const fields = ['checkpoint', 'commit', ...ids.map(fieldOf)];
    const answered = ([position, id, ...texts]: (string | null)[]) => {
      const isTrue = this.#observe(lastOf(position, id));
      const { asOf } = this.#memory;
      const read = new Map<string, string | undefined>();
      for (const [n, of] of ids.entries()) {
        const kept = texts[n];
        read.set(of, typeof kept === 'string' ? this.#memory.learn(of, documentIn(kept)) : undefined);
      }
      for (const { id: of, resolve, reject } of documents) {
        const text = read.has(of) ? read.get(of) : this.#memory.document(of);
        if (read.has(of) || (isTrue && text !== undefined)) resolve({ document: text, asOf });
        else this.get(of, true).then(resolve, reject);
      }
      for (const wanted of pages) {
        const page = isTrue ? this.#memory.page(wanted.as) : undefined;
        if (page) wanted.resolve({ documents: page.documents, next: page.next, asOf });
        else this.#page(wanted, true).then(wanted.resolve, wanted.reject);
      }
    };
    this.#asking
      .ask((redis) => redis.hmget(this.#keys.documents, ...fields).then(answered))
      .catch((reason) => {
        for (const { reject } of [...documents, ...pages]) reject(reason);
      });
  }

  #readPage({ as, script, args, pageIn }: PageReading, all: readonly PageWanted[]): void {
    const { documents, lists } = this.#keys;
    const answered = (answer: unknown) => {
      const read = pageIn(answer);
      this.#observe(read.last);
      const { asOf } = this.#memory;
      const page = this.#memory.learnPage(as, read.page);
      for (const { resolve } of all) resolve({ documents: page.documents, next: page.next, asOf });
    };
    this.#asking
      .ask((redis) => script.run(redis, [documents, lists], args(), answered))
      .catch((reason) => {
        for (const { reject } of all) reject(reason);
      });
  }

  #rangeOf(query: ListQuery, prefix: string): string[] {
    const from = placeOf(this.#projection, query);
    const after = from && `(${prefix}${restOfPlace(from)}`;
    return query.order === 'ascending'
      ? ['ZRANGEBYLEX', after ?? `[${prefix}`, `(${endOf(prefix)}`]
      : ['ZREVRANGEBYLEX', after ?? `(${endOf(prefix)}`, `[${prefix}`];
  }

  #pageOf(query: ListQuery, texts: readonly (string | null)[], rests: readonly string[], hasMore: boolean): ReadPage {
    const last = hasMore ? rests.at(-1) : undefined;
    return {
      documents: texts.filter((text) => text !== null),
      ids: rests.map((rest) => placeOfRest(rest).id),
      next: last === undefined ? undefined : cursorAfter(placeOfRest(last), this.#projection, query),
    };
  }

  /** Whether the last commit is the one that is known. Another one of this node's own is known before it can be seen here. */
  #observe(last: LastCommit): boolean {
    const isTrue = this.#memory.observe(last);
    this.#isMoving = !isTrue;
    return isTrue;
  }
}

function keyOf({ order, limit, after = '' }: ListQuery, prefix: string): PageKey {
  const list = prefix.toWellFormed();
  return { list, key: `${order} ${limit} ${after} ${list}` };
}

function lastOf(position: string | null | undefined, id: string | null | undefined): LastCommit {
  return { position: position ?? undefined, id: id ?? undefined };
}
