import { DatabaseSync } from 'node:sqlite';
import { byId } from '../../../modules/kernel/read-models.ts';
import { makeForOwner } from '../../runtime/files/owner-of-data.ts';
import { documentsById, header, readModelsFile, tables } from '../sqlite-schema.ts';
import { noEntries, textIn } from '../sqlite-writes.ts';
import type { Part } from './jobs.ts';
import { hashOf, RowIds } from './row-ids.ts';

/** So many documents are written with one statement. */
const together = 25;
/** How much of what changes again and again is kept back, in characters. */
const mostChanged = 8 * 1024 * 1024;

/**
 * Nobody else sees the file, and after a crash it is nothing: so there is no log of what is written, and nothing waits for the
 * disk before the end. While it is sorted, it may be helped by a thread of SQLite's own.
 */
const settings = [
  `page_size = ${readModelsFile.pageSize}`,
  'locking_mode = EXCLUSIVE',
  'journal_mode = OFF',
  'synchronous = OFF',
  'cache_size = -16000',
  'threads = 1',
];

/** How much is sorted at a time: half a million entries take a tenth less than in pieces of 16 MB, and two million no more. */
const whileSorting = 'PRAGMA cache_size = -4000';

/** How long somebody may look whether the file is in use, before it is locked, in milliseconds. */
const lookTakes = 1_000;

type Row = { readonly row: number; readonly document: string; readonly entries: string };

/**
 * A whole file of read models that is made from nothing. Documents are written one behind the other as they come, and
 * nothing is kept in order; what changes again and again, sums for one, is kept back. In the end the index of documents and
 * the entries are made of them, each by one sorting.
 */
export class NewFile {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepared>;
  readonly #numbers = new Map<string, number>();
  readonly #positions = new Map<string, string>();
  #lastNumber: number;
  #rows: RowIds | undefined = new RowIds();
  #lastRow = 0;
  /** Of the last rows what has not been written: row, number, id, document and entries of each. */
  #pending: (number | string)[] = [];
  /** What has changed since it was written, by number and id. */
  readonly #changed = new Map<string, Row>();
  #changedLength = 0;

  /** @param lastNumber the last number of a projection that was given out */
  constructor(file: string, lastNumber: number) {
    this.#lastNumber = lastNumber;
    makeForOwner(file);
    // Defensively, SQLite would keep a journal all the same.
    this.#database = new DatabaseSync(file, { defensive: false, timeout: lookTakes });
    for (const setting of settings) this.#database.exec(`PRAGMA ${setting}`);
    this.#database.exec(`BEGIN EXCLUSIVE; ${tables}; ${header(readModelsFile)}; COMMIT; BEGIN`);
    this.#statements = prepared(this.#database);
  }

  /** Takes what a commit makes of a projection, each document once. */
  put(name: string, position: string, { ids, documents, entries }: Part): void {
    const number = this.numberOf(name);
    this.#positions.set(name, position);
    for (const [at, id] of ids.entries()) this.#putOne(number, id, documents[at], wellFormed(entries[at] ?? noEntries));
  }

  /** The documents as they are now. */
  read(name: string, ids: readonly string[]): (string | undefined)[] {
    const number = this.numberOf(name);
    this.#writePending();
    return ids.map((id) => {
      const changed = this.#changed.get(keyOf(number, id));
      if (changed) return changed.document;
      const row = this.#find(number, id);
      return row === undefined ? undefined : textIn(this.#statements.document.get(row)?.document);
    });
  }

  /** Brings it into order, and to the disk. */
  finish(): void {
    this.sort();
    this.#database.exec('PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
    // Any change makes it wait for all of the file.
    this.#database.exec(`${header(readModelsFile)}; COMMIT`);
  }

  /** Brings it into order: from then on it is a file as any other. */
  sort(): DatabaseSync {
    this.#writePending();
    this.#writeChanged();
    this.#database.exec(whileSorting);
    if (this.#rows) this.#database.exec(documentsById);
    this.#rows = undefined;
    // With its thread, a statement ends only where it comes back to that: here for as long as documents are looked through.
    this.#database.function('goes_on', () => 1);
    this.#database.exec(`
      INSERT OR IGNORE INTO entries
      SELECT documents.projection, entry.value ->> 'index', entry.value ->> 'key', entry.value ->> 'sort', documents.id
      FROM documents, jsonb_each(documents.entries) AS entry
      WHERE (documents.rowid & 1023 <> 0 OR goes_on()) AND entry.value ->> 'index' <> '${byId}'
      ORDER BY 1, 2, 3, 4, 5`);
    for (const [name, number] of this.#numbers) {
      this.#statements.projection.run(number, name, this.#positions.get(name) ?? '0');
    }
    this.#database.exec('COMMIT');
    return this.#database;
  }

  close(): void {
    this.#database.close();
  }

  /** The number that a projection has in it. */
  numberOf(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = ++this.#lastNumber;
      this.#numbers.set(name, number);
    }
    return number;
  }

  #putOne(number: number, id: string, document: string | undefined, entries: string): void {
    const key = keyOf(number, id);
    const changed = this.#changed.get(key);
    const row = changed?.row ?? this.#find(number, id);
    if (changed) {
      this.#changed.delete(key);
      this.#changedLength -= lengthOf(changed);
    }
    if (document === undefined) {
      if (row !== undefined) this.#remove(number, id, row);
    } else if (row === undefined) {
      this.#add(number, id, document, entries);
    } else {
      this.#changed.set(key, { row, document, entries });
      this.#changedLength += document.length + entries.length;
      if (this.#changedLength > mostChanged) this.#writeChanged();
    }
  }

  #add(number: number, id: string, document: string, entries: string): void {
    if (this.#rows?.isFull) {
      this.#writePending();
      this.#database.exec(documentsById);
      this.#rows = undefined;
    }
    this.#lastRow += 1;
    this.#rows?.add(hashOf(number, id), this.#lastRow);
    this.#pending.push(this.#lastRow, number, id, document, entries);
    if (this.#pending.length === 5 * together) {
      this.#statements.addAll.run(...this.#pending);
      this.#pending = [];
    }
  }

  #remove(number: number, id: string, row: number): void {
    this.#writePending();
    this.#statements.remove.run(row);
    this.#rows?.remove(hashOf(number, id), row);
  }

  #find(number: number, id: string): number | undefined {
    if (this.#rows) return this.#rows.find(hashOf(number, id), (row) => this.#isAt(row, number, id));
    this.#writePending();
    const row = this.#statements.row.get(number, id)?.row;
    return row === undefined ? undefined : Number(row);
  }

  #isAt(row: number, number: number, id: string): boolean {
    const firstPending = this.#lastRow - this.#pending.length / 5 + 1;
    if (row >= firstPending) {
      const at = 5 * (row - firstPending);
      return this.#pending[at + 1] === number && this.#pending[at + 2] === id;
    }
    const found = this.#statements.id.get(row);
    return found?.projection === number && found.id === id;
  }

  #writePending(): void {
    for (let at = 0; at < this.#pending.length; at += 5) this.#statements.add.run(...this.#pending.slice(at, at + 5));
    this.#pending = [];
  }

  #writeChanged(): void {
    this.#writePending();
    const inOrder = [...this.#changed.values()].sort((one, other) => one.row - other.row);
    for (const { row, document, entries } of inOrder) this.#statements.change.run(document, entries, row);
    this.#changed.clear();
    this.#changedLength = 0;
  }
}

function prepared(database: DatabaseSync) {
  const add = (rows: number) =>
    database.prepare(`INSERT INTO documents (rowid, projection, id, document, entries) VALUES
      ${new Array(rows).fill('(?, ?, ?, ?, ?)').join(', ')}`);
  return {
    add: add(1),
    addAll: add(together),
    change: database.prepare('UPDATE documents SET document = ?, entries = ? WHERE rowid = ?'),
    remove: database.prepare('DELETE FROM documents WHERE rowid = ?'),
    document: database.prepare('SELECT document FROM documents WHERE rowid = ?'),
    id: database.prepare('SELECT projection, id FROM documents WHERE rowid = ?'),
    row: database.prepare('SELECT rowid AS row FROM documents WHERE projection = ? AND id = ?'),
    projection: database.prepare('INSERT INTO projections (number, name, position) VALUES (?, ?, ?)'),
  };
}

function keyOf(number: number, id: string): string {
  return `${number} ${id}`;
}

function lengthOf({ document, entries }: Row): number {
  return document.length + entries.length;
}

/** JSON whose texts are what SQLite takes for a text: half of a surrogate pair, which JSON has an escape for, is none. */
function wellFormed(entries: string): string {
  if (!entries.includes('\\u')) return entries;
  return JSON.stringify(JSON.parse(entries), (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}
