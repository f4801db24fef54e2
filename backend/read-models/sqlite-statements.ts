import type { DatabaseSync } from 'node:sqlite';
import type { IndexEntry } from '../../modules/kernel/read-models.ts';

/** So many entries go into the index with one statement, where there are many. */
export const entriesAtOnce = 25;
const rowsOfEntries = Array.from({ length: entriesAtOnce }, (_, row) => {
  const [name, key, sort, id] = [2, 3, 4, 5].map((first) => first + 4 * row);
  return `(?1, ?${name}, ?${key}, ?${sort}, ?${id})`;
}).join(', ');

/** Every statement that the adapters run, prepared once a connection. What reads says also where the projection stands. */
export function prepareStatements(database: DatabaseSync) {
  const list = (compared: '<' | '>' | undefined, direction: 'ASC' | 'DESC') =>
    // One statement is of one moment: the checkpoint that a list is read with is never newer than the list.
    database.prepare(`
      SELECT projections.number, projections.position, entries.sort, entries.id, documents.document
      FROM projections
      LEFT JOIN entries ON entries.projection = projections.number AND entries.name = ? AND entries.key = ?
        ${compared ? `AND (entries.sort, entries.id) ${compared} (?, ?)` : ''}
      LEFT JOIN documents ON documents.projection = entries.projection AND documents.id = entries.id
      WHERE projections.name = ?
      ORDER BY entries.sort ${direction}, entries.id ${direction}
      LIMIT ?`);
  // With the same parameters, in the same order.
  const listed = `documents.projection = projections.number AND EXISTS (
    SELECT 1 FROM json_each(documents.entries) WHERE value ->> 'index' = ?1 AND value ->> 'key' = ?2)`;
  const every = (compared: '<' | '>' | undefined, direction: 'ASC' | 'DESC') =>
    database.prepare(`
      SELECT projections.number, projections.position, '' AS sort, documents.id, documents.document
      FROM projections
      LEFT JOIN documents ON ${listed} ${compared ? `AND ('', documents.id) ${compared} (?3, ?4)` : ''}
      WHERE projections.name = ?${compared ? 5 : 3}
      ORDER BY documents.id ${direction}
      LIMIT ?${compared ? 6 : 4}`);
  const countOf = (from: string, isBounded = false) =>
    database.prepare(`
      SELECT projections.number, projections.position,
        (SELECT count(*) FROM (SELECT 1 FROM ${from} ${isBounded ? 'LIMIT ?4' : ''})) AS documents
      FROM projections WHERE projections.name = ?3`);
  const documentsById = (isAfter: boolean) =>
    database.prepare(`
      SELECT projections.number, projections.position, documents.id, documents.document FROM projections
      LEFT JOIN documents ON documents.projection = projections.number ${isAfter ? 'AND documents.id > ?3' : ''}
      WHERE projections.name = ?1 ORDER BY documents.id LIMIT ?2`);
  const listings = (isAfter: boolean) =>
    database.prepare(`
      SELECT projections.number, projections.position, entries.name, entries.key, entries.sort, entries.id FROM projections
      LEFT JOIN entries ON entries.projection = projections.number
        ${isAfter ? 'AND (entries.name, entries.key, entries.sort, entries.id) > (?3, ?4, ?5, ?6)' : ''}
      WHERE projections.name = ?1 ORDER BY entries.name, entries.key, entries.sort, entries.id LIMIT ?2`);
  const entriesOfList =
    'entries WHERE entries.projection = projections.number AND entries.name = ?1 AND entries.key = ?2';
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    beginReading: database.prepare('BEGIN'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),

    found: database.prepare(`
      SELECT projections.number, projections.position, documents.document, documents.entries FROM projections
      LEFT JOIN documents ON documents.projection = projections.number AND documents.id = ?
      WHERE projections.name = ?`),
    document: database.prepare('SELECT document, entries FROM documents WHERE projection = ? AND id = ?'),
    entries: database.prepare('SELECT entries FROM documents WHERE projection = ? AND id = ?'),
    addDocument: database.prepare(
      'INSERT OR IGNORE INTO documents (projection, id, document, entries) VALUES (?, ?, ?, ?)',
    ),
    putDocument: database.prepare(`
      INSERT INTO documents (projection, id, document, entries) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET document = excluded.document, entries = excluded.entries`),
    removeDocument: database.prepare('DELETE FROM documents WHERE projection = ? AND id = ?'),

    list: {
      ascending: { start: list(undefined, 'ASC'), after: list('>', 'ASC') },
      descending: { start: list(undefined, 'DESC'), after: list('<', 'DESC') },
    },
    count: countOf(entriesOfList),
    countUpTo: countOf(entriesOfList, true),
    every: {
      list: {
        ascending: { start: every(undefined, 'ASC'), after: every('>', 'ASC') },
        descending: { start: every(undefined, 'DESC'), after: every('<', 'DESC') },
      },
      count: countOf(`documents WHERE ${listed}`),
      countUpTo: countOf(`documents WHERE ${listed}`, true),
    },
    scan: {
      start: documentsById(false),
      after: documentsById(true),
    },
    size: database.prepare(`
      SELECT count(*) AS documents FROM documents WHERE projection = (SELECT number FROM projections WHERE name = ?)`),
    scanListings: {
      start: listings(false),
      after: listings(true),
    },
    putEntry: database.prepare(
      'INSERT OR IGNORE INTO entries (projection, name, key, sort, id) VALUES (?, ?, ?, ?, ?)',
    ),
    putEntries: database.prepare(
      `INSERT OR IGNORE INTO entries (projection, name, key, sort, id) VALUES ${rowsOfEntries}`,
    ),
    removeEntry: database.prepare(
      'DELETE FROM entries WHERE projection = ? AND name = ? AND key = ? AND sort = ? AND id = ?',
    ),

    checkpoint: database.prepare('SELECT number, position FROM projections WHERE name = ?'),
    firstCheckpoint: database.prepare('INSERT OR IGNORE INTO projections (name, position) VALUES (?, ?)'),
    moveCheckpoint: database.prepare(
      'UPDATE projections SET position = ?1 WHERE name = ?2 AND position = ?3 AND number = coalesce(?4, number)',
    ),
    projections: database.prepare('SELECT name FROM projections ORDER BY name'),

    dropProjection: database.prepare('DELETE FROM projections WHERE number = ?'),
    dropDocuments: database.prepare('DELETE FROM documents WHERE projection = ?'),
    dropEntries: database.prepare('DELETE FROM entries WHERE projection = ?'),
  };
}

/** The statements that read one list. */
export function listing(statements: Statements, list: { readonly index: string; readonly key: string }) {
  return isOfEvery({ ...list, sort: '' }) ? statements.every : statements;
}

/** Whether an entry is of the list of every document, for whoever looks at all of them: those are kept by their ids anyway. */
export function isOfEvery({ index, key, sort }: IndexEntry): boolean {
  return index === '*' && key === '' && sort === '';
}

export type Statements = ReturnType<typeof prepareStatements>;
