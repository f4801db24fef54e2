import type { DatabaseSync } from 'node:sqlite';

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
    putDocument: database.prepare(`
      INSERT INTO documents (projection, id, document, entries) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET document = excluded.document, entries = excluded.entries`),
    removeDocument: database.prepare('DELETE FROM documents WHERE projection = ? AND id = ?'),

    list: {
      ascending: { start: list(undefined, 'ASC'), after: list('>', 'ASC') },
      descending: { start: list(undefined, 'DESC'), after: list('<', 'DESC') },
    },
    count: database.prepare(`
      SELECT projections.number, projections.position, (
        SELECT count(*) FROM entries
        WHERE entries.projection = projections.number AND entries.name = ? AND entries.key = ?
      ) AS documents FROM projections WHERE projections.name = ?`),
    putEntry: database.prepare(
      'INSERT OR IGNORE INTO entries (projection, name, key, sort, id) VALUES (?, ?, ?, ?, ?)',
    ),
    removeEntry: database.prepare(
      'DELETE FROM entries WHERE projection = ? AND name = ? AND key = ? AND sort = ? AND id = ?',
    ),

    checkpoint: database.prepare('SELECT number, position FROM projections WHERE name = ?'),
    firstCheckpoint: database.prepare('INSERT OR IGNORE INTO projections (name, position) VALUES (?, ?)'),
    moveCheckpoint: database.prepare('UPDATE projections SET position = ? WHERE name = ? AND position = ?'),
    projections: database.prepare('SELECT name FROM projections ORDER BY name'),

    dropProjection: database.prepare('DELETE FROM projections WHERE number = ?'),
    dropDocuments: database.prepare('DELETE FROM documents WHERE projection = ?'),
    dropEntries: database.prepare('DELETE FROM entries WHERE projection = ?'),
  };
}

export type Statements = ReturnType<typeof prepareStatements>;
