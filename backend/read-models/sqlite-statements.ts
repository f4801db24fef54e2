import type { DatabaseSync } from 'node:sqlite';
import { prepareLists } from './sqlite-lists.ts';

/** So many entries go into the index with one statement, where there are many. */
export const entriesAtOnce = 20;
const rowsOfEntries = Array.from({ length: entriesAtOnce }, (_, row) => {
  const [name, key, sort, id] = [2, 3, 4, 5].map((first) => first + 4 * row);
  return `(?1, ?${name}, ?${key}, ?${sort}, ?${id})`;
}).join(', ');

/** Every statement that the adapters run, prepared once a connection. What reads says also where the projection stands. */
export function prepareStatements(database: DatabaseSync) {
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

    lists: prepareLists(database),
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

    // For whoever does it piece by piece.
    setAside: database.prepare('UPDATE projections SET name = ? WHERE number = ?'),
    dropSomeDocuments: database.prepare(
      'DELETE FROM documents WHERE rowid IN (SELECT rowid FROM documents WHERE projection = ? LIMIT ?)',
    ),
    dropSomeEntries: database.prepare(`
      DELETE FROM entries WHERE (projection, name, key, sort, id) IN
        (SELECT projection, name, key, sort, id FROM entries WHERE projection = ? LIMIT ?)`),
    dropProjection: database.prepare('DELETE FROM projections WHERE number = ?'),
    dropDocuments: database.prepare('DELETE FROM documents WHERE projection = ?'),
    dropEntries: database.prepare('DELETE FROM entries WHERE projection = ?'),
  };
}

export type Statements = ReturnType<typeof prepareStatements>;
