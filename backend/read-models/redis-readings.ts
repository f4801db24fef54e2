import { cursorAfter, placeOf } from '../../modules/kernel/cursor.ts';
import type { Found, ListQuery, Page } from '../../modules/kernel/read-models.ts';
import { pageSize } from './page-size.ts';
import type { RedisClient } from './redis-connection.ts';
import { endOf, fieldOf, type ProjectionKeys, placeOfRest, prefixOf, restOfPlace } from './redis-keys.ts';
import type { LastCommit, PageKey, RememberedProjection } from './redis-memory.ts';
import type { ReadPage } from './redis-room.ts';
import { listScript } from './redis-scripts.ts';

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
type DocumentWanted = Waiting<{ readonly id: string }, Found>;
type PageWanted = Waiting<{ readonly as: PageKey; readonly query: ListQuery }, Page>;
type Wanted = { readonly documents: DocumentWanted[]; readonly pages: PageWanted[] };

/** What the list script answers. */
type Listed = [(string | null)[], string[], 0 | 1, string | null, string | null];

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
  async list(query: ListQuery, anew = false): Promise<Page> {
    const size = pageSize(query);
    placeOf(this.#projection, query);
    const list = prefixOf(query).toWellFormed();
    const as = { list, key: `${query.order} ${size} ${query.after ?? ''} ${list}` };
    return new Promise((resolve, reject) => this.#want().pages.push({ as, query, resolve, reject, anew }));
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
      const isTrue = this.#observe(position, id);
      const { asOf } = this.#memory;
      const read = new Map(ids.map((of, n) => [of, texts[n]]));
      for (const [of, text] of read) if (typeof text === 'string') read.set(of, this.#memory.learn(of, text));
      for (const { id: of, resolve, reject } of documents) {
        const text = read.has(of) ? (read.get(of) ?? undefined) : this.#memory.document(of);
        if (read.has(of) || (isTrue && text !== undefined)) resolve({ document: text, asOf });
        else this.get(of, true).then(resolve, reject);
      }
      for (const { as, query, resolve, reject } of pages) {
        const page = isTrue ? this.#memory.page(as) : undefined;
        if (page) resolve({ documents: page.documents, next: page.next, asOf });
        else this.list(query, true).then(resolve, reject);
      }
    };
    this.#asking
      .ask((redis) => redis.hmget(this.#keys.documents, ...fields).then(answered))
      .catch((reason) => {
        for (const { reject } of [...documents, ...pages]) reject(reason);
      });
  }

  #readPage({ as, query }: PageWanted, all: readonly PageWanted[]): void {
    const { documents, lists } = this.#keys;
    const prefix = prefixOf(query);
    const answered = (answer: unknown) => {
      const [texts, rests, more, position, id] = answer as Listed;
      this.#observe(position, id);
      const { asOf } = this.#memory;
      const page = this.#memory.learnPage(as, this.#pageOf(query, texts, rests, more === 1));
      for (const { resolve } of all) resolve({ documents: page.documents, next: page.next, asOf });
    };
    const args = [prefix, String(pageSize(query)), ...this.#rangeOf(query, prefix)];
    this.#asking
      .ask((redis) => listScript.run(redis, [documents, lists], args, answered))
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
  #observe(position: string | null | undefined, id: string | null | undefined): boolean {
    const last: LastCommit = { position: position ?? undefined, id: id ?? undefined };
    const isTrue = this.#memory.observe(last);
    this.#isMoving = !isTrue;
    return isTrue;
  }
}
