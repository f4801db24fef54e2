import type { DatabaseSync } from 'node:sqlite';

/** Every statement that the adapter runs, prepared once a connection. */
export function prepareStatements(database: DatabaseSync) {
  const list = (compared: '<' | '>' | undefined, direction: 'ASC' | 'DESC') =>
    // One statement is of one moment: the checkpoint that a list is read with is never newer than the list.
    database.prepare(`
      SELECT checkpoints.position, entries.sort, entries.id, documents.document
      FROM checkpoints
      LEFT JOIN entries ON entries.projection = checkpoints.projection AND entries.name = ? AND entries.key = ?
        ${compared ? `AND (entries.sort, entries.id) ${compared} (?, ?)` : ''}
      LEFT JOIN documents ON documents.projection = entries.projection AND documents.id = entries.id
      WHERE checkpoints.projection = ?
      ORDER BY entries.sort ${direction}, entries.id ${direction}
      LIMIT ?`);
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),

    found: database.prepare(`
      SELECT (SELECT position FROM checkpoints WHERE projection = ?) AS position,
        (SELECT document FROM documents WHERE projection = ? AND id = ?) AS document`),
    document: database.prepare('SELECT document FROM documents WHERE projection = ? AND id = ?'),
    entries: database.prepare('SELECT entries FROM documents WHERE projection = ? AND id = ?'),
    putDocument: database.prepare(`
      INSERT INTO documents (projection, id, document, entries) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET document = excluded.document, entries = excluded.entries`),
    removeDocument: database.prepare('DELETE FROM documents WHERE projection = ? AND id = ?'),

    list: {
      ascending: { start: list(undefined, 'ASC'), after: list('>', 'ASC') },
      descending: { start: list(undefined, 'DESC'), after: list('<', 'DESC') },
    },
    count: database.prepare('SELECT count(*) AS documents FROM entries WHERE projection = ? AND name = ? AND key = ?'),
    putEntry: database.prepare(
      'INSERT OR IGNORE INTO entries (projection, name, key, sort, id) VALUES (?, ?, ?, ?, ?)',
    ),
    removeEntry: database.prepare(
      'DELETE FROM entries WHERE projection = ? AND name = ? AND key = ? AND sort = ? AND id = ?',
    ),

    checkpoint: database.prepare('SELECT position FROM checkpoints WHERE projection = ?'),
    firstCheckpoint: database.prepare('INSERT OR IGNORE INTO checkpoints (projection, position) VALUES (?, ?)'),
    moveCheckpoint: database.prepare('UPDATE checkpoints SET position = ? WHERE projection = ? AND position = ?'),
    projections: database.prepare('SELECT projection FROM checkpoints ORDER BY projection'),

    dropCheckpoint: database.prepare('DELETE FROM checkpoints WHERE projection = ?'),
    dropDocuments: database.prepare('DELETE FROM documents WHERE projection = ?'),
    dropEntries: database.prepare('DELETE FROM entries WHERE projection = ?'),
  };
}

export type Statements = ReturnType<typeof prepareStatements>;
