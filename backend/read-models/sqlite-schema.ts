import type { DatabaseKind } from '../runtime/sqlite/disposable-database.ts';

/** The tables, and the index of documents by their ids: whoever makes a whole file at once makes that in the end, sorted. */
export const tables = `
  CREATE TABLE projections (
    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, position TEXT NOT NULL
  ) STRICT;
  CREATE TABLE documents (
    projection INTEGER NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, entries TEXT NOT NULL
  ) STRICT;
  CREATE TABLE entries (
    projection INTEGER NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, sort TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (projection, name, key, sort, id)
  ) STRICT, WITHOUT ROWID`;
export const documentsById = 'CREATE UNIQUE INDEX documents_by_id ON documents (projection, id)';

/** Says in the file what it is. */
export function header({ applicationId, schemaVersion }: DatabaseKind): string {
  return `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`;
}

/**
 * The file of read models. A projection has a number, which is never given out again: one that was dropped and is built anew
 * has another, and whoever still holds something of the one before can tell. `entries` beside a document tells which rows of
 * the index are its, so that they can go when it changes. Lists by id (see `byId`) have no rows: the documents themselves are in
 * that order.
 *
 * Documents lie in the order in which they came, beside an index of their ids. In the order of the ids, most of which are
 * random, each would be a page of its own to write; so, several share one, and dozens share one of the index.
 *
 * A rebuild writes all over the indexes: moving them into the file after every 4 MB would be most of its work. It is done in a
 * thread of its own, see runtime/sqlite/checkpointer.ts; here only in the end, if that should fail.
 */
export const readModelsFile: DatabaseKind = {
  applicationId: 0x496e7652, // 'InvR'
  schemaVersion: 3,
  schema: `${tables}; ${documentsById}`,
  of: 'read models',
  // Of an entry there are some 150 bytes: on small pages the index is split, and gone down into, a third more.
  pageSize: 8_192,
  settings: ['cache_size = -4000', 'wal_autocheckpoint = 20000', 'journal_size_limit = 67108864'],
};
