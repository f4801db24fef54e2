import { cursorAfter, placeOf } from '../../modules/kernel/cursor.ts';
import { CheckpointMoved } from '../../modules/kernel/errors.ts';
import type { Change, Found, IndexEntry, ListQuery, Page, ReadModels } from '../../modules/kernel/read-models.ts';
import { background } from '../runtime/background.ts';
import { pageSize } from './page-size.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import type { Statements } from './sqlite-statements.ts';

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
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async get(projection: string, id: string): Promise<Found> {
    const row = await this.#connection.run(({ found }) => found.get(projection, projection, id));
    return { document: textIn(row?.document), asOf: positionIn(row?.position) };
  }

  getMany(projection: string, ids: readonly string[]): Promise<(string | undefined)[]> {
    return background.run(() =>
      this.#connection.run((statements) => ids.map((id) => documentOf(statements, projection, id))),
    );
  }

  async list(projection: string, query: ListQuery): Promise<Page> {
    const size = pageSize(query);
    const from = placeOf(projection, query);
    const where = [query.index, query.key];
    // One more than asked for tells whether there is a next page.
    const limit = size + 1;
    const rows = await this.#connection.run(({ list }) => {
      const { start, after } = list[query.order];
      return from ? after.all(...where, from.sort, from.id, projection, limit) : start.all(...where, projection, limit);
    });
    // A list with nothing in it is one row that says the checkpoint alone.
    const page = rows.slice(0, size).filter(({ id }) => id !== null);
    const last = rows.length > size ? page.at(-1) : undefined;
    return {
      documents: page.map((row) => String(row.document)),
      next: last && cursorAfter({ sort: String(last.sort), id: String(last.id) }, projection, query),
      asOf: positionIn(rows[0]?.position),
    };
  }

  count(projection: string, index: string, key: string): Promise<number> {
    return this.#connection.run(({ count }) => Number(count.get(projection, index, key)?.documents));
  }

  async checkpoint(projection: string): Promise<bigint | undefined> {
    const row = await this.#connection.run(({ checkpoint }) => checkpoint.get(projection));
    return positionIn(row?.position);
  }

  commit(projection: string, expected: bigint | undefined, next: bigint, changes: readonly Change[]): Promise<void> {
    return background.run(() =>
      this.#connection.transaction(
        (statements) => {
          if (!moveCheckpoint(statements, projection, expected, next)) throw new CheckpointMoved(projection, expected);
          for (const change of changes) apply(statements, projection, change);
        },
        2 + pagesAChange * changes.length,
      ),
    );
  }

  drop(projection: string): Promise<void> {
    return this.#connection.transaction(({ dropCheckpoint, dropDocuments, dropEntries }) => {
      for (const statement of [dropCheckpoint, dropDocuments, dropEntries]) statement.run(projection);
    });
  }

  wipe(): Promise<void> {
    return this.#connection.wipe();
  }

  async projections(): Promise<string[]> {
    const rows = await this.#connection.run(({ projections }) => projections.all());
    return rows.map((row) => String(row.projection));
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}

function documentOf({ document }: Statements, projection: string, id: string): string | undefined {
  return textIn(document.get(projection, id)?.document);
}

/** What a column holds, which is NULL or not there where nothing was written. */
function textIn(column: unknown): string | undefined {
  return typeof column === 'string' ? column : undefined;
}

function positionIn(column: unknown): bigint | undefined {
  const text = textIn(column);
  return text === undefined ? undefined : BigInt(text);
}

function moveCheckpoint(statements: Statements, projection: string, expected: bigint | undefined, next: bigint) {
  const { changes } =
    expected === undefined
      ? statements.firstCheckpoint.run(projection, String(next))
      : statements.moveCheckpoint.run(String(next), projection, String(expected));
  return changes === 1;
}

function apply(statements: Statements, projection: string, { id, document, entries }: Change): void {
  const before = statements.entries.get(projection, id)?.entries;
  const after = document === undefined ? '[]' : JSON.stringify(entries);
  // Most changes leave a document where it is listed.
  if (before !== after) {
    for (const entry of entriesIn(before)) statements.removeEntry.run(...rowOf(projection, id, entry));
    for (const entry of entriesIn(after)) statements.putEntry.run(...rowOf(projection, id, entry));
  }
  if (document !== undefined) statements.putDocument.run(projection, id, document, after);
  else if (before !== undefined) statements.removeDocument.run(projection, id);
}

function entriesIn(text: unknown): IndexEntry[] {
  return typeof text === 'string' ? JSON.parse(text) : [];
}

function rowOf(projection: string, id: string, { index, key, sort }: IndexEntry): string[] {
  return [projection, index, key, sort, id];
}
