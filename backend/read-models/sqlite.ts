import { cursorAfter, placeOf } from '../../modules/kernel/documents/cursor.ts';
import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { Change, Found, ListQuery, Page, ReadModels, Scanning } from '../../modules/kernel/read-models.ts';
import { background, pieceOfWork } from '../runtime/scheduling/background.ts';
import { pageSize } from './page-size.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { countOf, rowsOf } from './sqlite-lists.ts';
import { scannedDocuments, scannedListings } from './sqlite-scanning.ts';
import type { Statements } from './sqlite-statements.ts';
import {
  droppedSome,
  moveCheckpoint,
  noEntries,
  setAside,
  storedIn,
  textIn,
  type Written,
  write,
} from './sqlite-writes.ts';

export type SqliteReadModelsOptions = {
  /** Made when it is not there; its folder must be. Several processes may share it. `:memory:` keeps it in memory. */
  readonly file: string;
  /** Hears why a file was moved aside and begun anew: it was damaged, not ours or of another schema. */
  readonly onDiscarded?: (reason: string) => void;
};

/** What a document touches, about; its entries in the indexes mostly stand beside those of others. */
const pagesAChange = 1;

/**
 * Read models in one SQLite file. The file is disposable: without it, the projections build it again from the events.
 * @throws Error when the file can be neither opened nor made.
 */
export function openSqliteReadModels({ file, onDiscarded = () => {} }: SqliteReadModelsOptions): ReadModels {
  return new SqliteReadModels(new SqliteConnection(file, onDiscarded));
}

class SqliteReadModels implements ReadModels {
  readonly scanning: Scanning = {
    isOnce: true,
    documents: (projection, from) => this.#scan((statements) => scannedDocuments(statements, projection, from)),
    size: (projection) => this.#scan(({ size }) => Number(size.get(projection)?.documents)),
    listings: (projection, from) => this.#scan((statements) => scannedListings(statements, projection, from)),
  };
  readonly #connection: SqliteConnection;
  /**
   * The numbers of projections as whoever commits here knows them. A commit is refused when it is another one: somebody has
   * dropped all and built it anew, maybe with less in it, and what the committer made its changes of is void.
   */
  readonly #numbers = new Map<string, number>();

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async get(projection: string, id: string): Promise<Found> {
    const row = await this.#connection.run(({ found }) => found.get(id, projection));
    return { document: textIn(row?.document), asOf: storedIn(row)?.position };
  }

  getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    return background.run(() =>
      this.#connection.run((statements) => ids.map((id) => textIn(statements.found.get(id, projection)?.document))),
    );
  }

  async list(projection: string, query: ListQuery): Promise<Page> {
    const size = pageSize(query);
    const from = placeOf(projection, query);
    // One more than asked for tells whether there is a next page.
    const rows = await this.#connection.run(({ lists }) =>
      rowsOf(lists, projection, { ...query, after: from, limit: size + 1 }),
    );
    // A list with nothing in it is one row that says the checkpoint alone.
    const page = rows.slice(0, size).filter(({ id }) => id !== null);
    const last = rows.length > size ? page.at(-1) : undefined;
    return {
      documents: page.map((row) => String(row.document)),
      next: last && cursorAfter({ sort: String(last.sort), id: String(last.id) }, projection, query),
      asOf: storedIn(rows[0])?.position,
    };
  }

  count(projection: string, index: string, key: string): Promise<number> {
    return this.#connection.run(({ lists }) => Number(countOf(lists, projection, { index, key })?.documents ?? 0));
  }

  async checkpoint(projection: string): Promise<bigint | undefined> {
    const stored = storedIn(await this.#connection.run(({ checkpoint }) => checkpoint.get(projection)));
    if (stored && !this.#numbers.has(projection)) this.#numbers.set(projection, stored.number);
    return stored?.position;
  }

  commit(projection: string, expected: bigint | undefined, next: bigint, changes: readonly Change[]): Promise<void> {
    return background.run(() =>
      this.#connection.transaction(
        (statements) => {
          const from = { position: expected, number: this.#numbers.get(projection) };
          const number = moveCheckpoint(statements, projection, from, next);
          if (number === undefined) {
            this.#numbers.delete(projection);
            throw new CheckpointMoved(projection, expected);
          }
          write(statements, number, lastOfEach(changes));
          this.#numbers.set(projection, number);
        },
        2 + pagesAChange * changes.length,
      ),
    );
  }

  #scan<Scanned>(read: (statements: Statements) => Scanned): Promise<Scanned> {
    return background.run(() => this.#connection.run(read));
  }

  /** In pieces: of a shop that has grown all of it at one go would keep the event loop for seconds. */
  async drop(projection: string): Promise<void> {
    this.#numbers.delete(projection);
    let number: number | undefined;
    await this.#connection.transaction((statements) => {
      number = setAside(statements, projection);
    });
    for (let isAll = number === undefined; !isAll; ) {
      await background.run(() =>
        this.#connection.transaction((statements) => {
          isAll = droppedSome(statements, number ?? 0, pieceOfWork);
        }, 2 * pieceOfWork),
      );
    }
  }

  wipe(): Promise<void> {
    return this.#connection.wipe();
  }

  async projections(): Promise<string[]> {
    const rows = await this.#connection.run(({ projections }) => projections.all());
    return rows.map(({ name }) => String(name));
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}

/** What the changes leave of each document. */
function lastOfEach(changes: readonly Change[]): Written[] {
  const last = new Map(changes.map((change) => [change.id, change]));
  return [...last.values()].map(({ id, document, entries }) => ({
    id,
    document,
    entries: document === undefined ? noEntries : JSON.stringify(entries),
  }));
}
