import { renameSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { makeForOwner } from '../files/owner-of-data.ts';
import { isDamage, isOutOfRoom, noRoomFor } from './sqlite-fault.ts';
import { keepWriteAheadLog } from './write-ahead.ts';

/**
 * How long SQLite itself waits for another process, in ms. Short, because the event loop stands still meanwhile; when the file
 * is opened, long enough for whatever another writes at once.
 */
const BUSY_TIMEOUT = { opening: 5_000, open: 50 };

/** What a file is for, and what has to be in it. */
export type DatabaseKind = {
  /** In the file's header: says that the file is ours. */
  readonly applicationId: number;
  /** Another number means another shape of the tables; files of the old shape are then discarded. */
  readonly schemaVersion: number;
  /** Makes the tables. */
  readonly schema: string;
  /** What it is a file of, for people. */
  readonly of: string;
  /** Bytes of a page of a file that is made anew; SQLite's own 4,096 when left out. */
  readonly pageSize?: number;
  /** Pragmas of each connection. */
  readonly settings: readonly string[];
};

export type OpenFile = { readonly database: DatabaseSync; readonly inode: bigint | undefined };

/**
 * Opens the file and makes it when it is not there. What is in it can be made again from the events, so a file that is
 * damaged, not ours or of another schema is moved aside to `<file>.discarded`, in place of one moved there before.
 * @throws Unavailable that names the file where the disk has no room to make or to open it
 */
export function openFile(file: string, kind: DatabaseKind, onDiscarded: (reason: string) => void): OpenFile {
  const before = inodeOf(file);
  const opened = tryToOpen(file, kind);
  if (before !== undefined && !isInPlace(file, before)) {
    // Another process has put one in its place meanwhile, and nobody can tell which of the two this is, or is not.
    if (typeof opened !== 'string') opened.database.close();
    return openFile(file, kind, onDiscarded);
  }
  if (typeof opened !== 'string') return opened;
  discard(file, before ?? inodeOf(file));
  onDiscarded(opened);
  const anew = tryToOpen(file, kind);
  if (typeof anew === 'string') throw new Error(`${file} could not be made anew: ${anew}`);
  return anew;
}

/** Moves the file aside, unless another process has already put a new one in its place. */
export function discard(file: string, inode: bigint | undefined): void {
  if (inode === undefined || inodeOf(file) !== inode) return;
  const aside = asideOf(file);
  for (const suffix of ['-wal', '-shm']) rmSync(aside + suffix, { force: true });
  renameSync(file, aside);
  // The log belongs to the database that went; beside a new one it would be taken for its own.
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Whether this is still the file that stands in its place; a file that is kept in memory always is. */
export function isInPlace(file: string, inode: bigint | undefined): boolean {
  return inodeOf(file) === inode;
}

/** Takes away what was moved aside. */
export function removeDiscarded(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(asideOf(file) + suffix, { force: true });
}

const asideOf = (file: string) => `${file}.discarded`;

function tryToOpen(file: string, kind: DatabaseKind): OpenFile | string {
  makeForOwner(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT.opening });
  try {
    const strange = strangeness(database, kind);
    if (strange === undefined) {
      prepareForUse(database, kind);
      return { database, inode: inodeOf(file) };
    }
    database.close();
    return strange;
  } catch (error) {
    database.close();
    if (isDamage(error)) return `it is damaged (${error.message})`;
    throw isOutOfRoom(error) ? new Unavailable(noRoomFor(file), { cause: error }) : error;
  }
}

/** Why the file cannot be used; undefined when it can. Looks only: a file that is not ours stays as it is. */
function strangeness(database: DatabaseSync, kind: DatabaseKind): string | undefined {
  if (isEmpty(database)) return undefined;
  if (numberOf(database, 'PRAGMA application_id') !== kind.applicationId) return `it is not a file of ${kind.of}`;
  const version = numberOf(database, 'PRAGMA user_version');
  return version === kind.schemaVersion ? undefined : `its schema is version ${version}, not ${kind.schemaVersion}`;
}

function prepareForUse(database: DatabaseSync, kind: DatabaseKind): void {
  const { applicationId, schemaVersion, schema, settings, pageSize } = kind;
  // Before anything is written: of a file that is there it changes nothing.
  if (pageSize !== undefined) database.exec(`PRAGMA page_size = ${pageSize}`);
  keepWriteAheadLog(database, BUSY_TIMEOUT.opening);
  // NORMAL does not wait for the disk at a commit: losing power may lose the newest commits, but whole ones and in
  // order, and what is left is true as of an earlier moment.
  database.exec('PRAGMA synchronous = NORMAL');
  for (const setting of settings) database.exec(`PRAGMA ${setting}`);
  if (isEmpty(database)) {
    database.exec('BEGIN IMMEDIATE');
    // Another process may have made the tables since we looked.
    if (isEmpty(database)) {
      const header = `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion};`;
      database.exec(`${schema}; ${header}`);
    }
    database.exec('COMMIT');
  }
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT.open}`);
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
