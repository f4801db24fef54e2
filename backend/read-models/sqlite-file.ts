import { renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDamage } from './sqlite-fault.ts';

/** How long SQLite itself waits for another process, in ms. Short, because the event loop stands still meanwhile. */
const BUSY_TIMEOUT = 50;

/** 'InvR': says that the file is ours. */
const APPLICATION_ID = 0x496e7652;
/** Another number means another shape of the tables below; files of the old shape are then discarded. */
const SCHEMA_VERSION = 1;

// `entries` beside a document tells which rows of the index are its, so that they can go when it changes.
const SCHEMA = `
  CREATE TABLE checkpoints (projection TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE documents (
    projection TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT NULL, entries TEXT NOT NULL,
    PRIMARY KEY (projection, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE entries (
    projection TEXT NOT NULL, name TEXT NOT NULL, key TEXT NOT NULL, sort TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (projection, name, key, sort, id)
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

export type OpenFile = { readonly database: DatabaseSync; readonly inode: bigint | undefined };

/**
 * Opens the file and makes it when it is not there. Read models can be built again from the events, so a file that is
 * damaged, not ours or of another schema is moved aside to `<file>.discarded`, in place of one moved there before.
 */
export function openFile(file: string, onDiscarded: (reason: string) => void): OpenFile {
  const opened = tryToOpen(file);
  if (typeof opened !== 'string') return opened;
  discard(file, inodeOf(file));
  onDiscarded(opened);
  const anew = tryToOpen(file);
  if (typeof anew === 'string') throw new Error(`${file} could not be made anew: ${anew}`);
  return anew;
}

/** Moves the file aside, unless another process has already put a new one in its place. */
export function discard(file: string, inode: bigint | undefined): void {
  if (inode === undefined || inodeOf(file) !== inode) return;
  const aside = `${file}.discarded`;
  for (const suffix of ['-wal', '-shm']) rmSync(aside + suffix, { force: true });
  renameSync(file, aside);
  // The log belongs to the database that went; beside a new one it would be taken for its own.
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
}

function tryToOpen(file: string): OpenFile | string {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
  try {
    const strange = strangeness(database);
    if (strange === undefined) {
      prepareForUse(database);
      return { database, inode: inodeOf(file) };
    }
    database.close();
    return strange;
  } catch (error) {
    database.close();
    if (isDamage(error)) return `it is damaged (${error.message})`;
    throw error;
  }
}

/** Why the file cannot be used; undefined when it can. Looks only: a file that is not ours stays as it is. */
function strangeness(database: DatabaseSync): string | undefined {
  if (isEmpty(database)) return undefined;
  if (numberOf(database, 'PRAGMA application_id') !== APPLICATION_ID) return 'it is not a file of read models';
  const version = numberOf(database, 'PRAGMA user_version');
  return version === SCHEMA_VERSION ? undefined : `its schema is version ${version}, not ${SCHEMA_VERSION}`;
}

function prepareForUse(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL');
  // NORMAL does not wait for the disk at a commit: losing power may lose the newest commits, but whole ones and in
  // order, and the projections then go on from the checkpoint that is left.
  database.exec('PRAGMA synchronous = NORMAL');
  database.exec('PRAGMA cache_size = -32000');
  // A rebuild writes all over the indexes; moving them into the file after every 4 MB would be most of its work.
  database.exec('PRAGMA wal_autocheckpoint = 10000');
  database.exec('PRAGMA journal_size_limit = 67108864');
  database.exec('BEGIN IMMEDIATE');
  // Another process may have made the tables since we looked.
  if (isEmpty(database)) database.exec(SCHEMA);
  database.exec('COMMIT');
}

function isEmpty(database: DatabaseSync): boolean {
  return numberOf(database, 'SELECT count(*) FROM sqlite_schema') === 0;
}

function numberOf(database: DatabaseSync, sql: string): number {
  const row = database.prepare(sql).get() ?? {};
  return Number(Object.values(row)[0]);
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}
