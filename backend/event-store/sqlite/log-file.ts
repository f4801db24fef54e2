import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../../runtime/files/make-folder.ts';
import { makeForOwner } from '../../runtime/files/owner-of-data.ts';
import { syncDirectory } from '../../runtime/files/sync-directory.ts';
import { columns, eventOf, integer } from './rows.ts';
import { applicationId, schema, schemaVersion, storedSchema } from './schema.ts';
import { explained, unusable } from './unusable-log.ts';

/** How long a connection waits for another process's lock, in milliseconds. */
const busyTimeout = 5_000;

/** How much a connection that only reads keeps of the file, in KiB: streams in use are in the memory anyway. */
const readingCache = 1_024;

/** How many of the last events are read back when the log is opened. */
const readBack = 100;

/**
 * FULL: a commit is on disk when it returns. secure_delete: what is deleted is overwritten with zeros. The cache (4 MiB)
 * is for appends to many streams, which touch pages all over the index. A commit that made a checkpoint would keep all who
 * wait for it for a tenth of a second: a thread makes them (Checkpointer), and a commit only where that one cannot. A log that
 * has become longer than 128 MiB, because of a reader who stayed, is cut off when it begins anew.
 */
const settings = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'secure_delete = ON',
  'cache_size = -4096',
  'wal_autocheckpoint = 64000',
  'journal_size_limit = 134217728',
];

/**
 * A connection to a log that has been checked. Integers are read as bigint.
 * @param mode `rw` makes no new file in the place of one that is gone; `rwc` does.
 */
export function connect(file: string, mode: 'rw' | 'rwc' = 'rw'): DatabaseSync {
  const location = pathToFileURL(file);
  location.searchParams.set('mode', mode);
  const database = new DatabaseSync(location, { timeout: busyTimeout, readBigInts: true });
  for (const setting of settings) database.exec(`PRAGMA ${setting}`);
  return database;
}

/** A connection that only reads, to a log that has been checked. Integers are read as numbers. */
export function connectToRead(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: busyTimeout, readOnly: true });
}

/**
 * Opens the log for reading, and makes it when it is not there. Checked, in a time that does not grow with the log:
 * that it is a SQLite database of ours, of a schema version and with tables that this code knows, and that its last
 * events read back with their checksums, by position and by stream. What is damaged further back is found when it is
 * read.
 * @throws UnusableLog
 */
export function openLogFile(file: string): DatabaseSync {
  return explained(file, () => {
    if (!existsSync(file)) makeLogFile(file);
    if (checkHeader(file) === 1n) addRecords(file);
    const database = connect(file);
    try {
      checkContent(database, file);
      database.exec(`PRAGMA query_only = ON; PRAGMA cache_size = -${readingCache}`);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Made aside and put in place whole, so that a crash meanwhile leaves no half-made log behind. */
function makeLogFile(file: string): void {
  // In this order: another process may be making the log at this moment.
  if (existsSync(`${file}-wal`) && !existsSync(file)) throw unusable(file, `it is gone, but ${file}-wal is there.`);
  makeFolder(dirname(file), 0o700);
  const draft = `${file}-${randomUUID()}`;
  try {
    makeForOwner(draft);
    const database = connect(draft, 'rwc');
    database.exec(`BEGIN; ${Object.values(schema).join(';')};
      PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`);
    database.close();
    linkSync(draft, file);
    syncDirectory(dirname(file));
  } catch (error) {
    const anotherProcessWasFaster = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!anotherProcessWasFaster) throw error;
  } finally {
    for (const made of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(made, { force: true });
  }
}

/** Before anything is written to the file: it may be somebody else's. The version of its schema, one that is known. */
function checkHeader(file: string): bigint {
  if (statSync(file).size === 0) throw unusable(file, 'it is empty, which a log never is.');
  const database = new DatabaseSync(file, { timeout: busyTimeout, readBigInts: true, readOnly: true });
  try {
    const number = (pragma: string) => integer(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
    if (number('application_id') !== applicationId) {
      throw unusable(file, 'it is a SQLite database of something else.');
    }
    const version = number('user_version');
    if (version > schemaVersion) {
      throw unusable(file, `its schema is version ${version}, newer than ${schemaVersion}, the last known here.`);
    }
    const stored = database.prepare(storedSchema).all();
    const same = stored.filter(({ name, sql }) => typeof name === 'string' && schema[name] === sql);
    const expected = Object.keys(schema).length - (version === 1n ? 1 : 0); // The first version had no records.
    if (version < 1n || same.length !== expected || same.length !== stored.length) {
      throw unusable(file, 'its tables are not those of an event log.');
    }
    return version;
  } finally {
    database.close();
  }
}

/** Brings a log of the first version to the second, which also has the records beside it. */
function addRecords(file: string): void {
  const database = connect(file);
  try {
    database.exec('BEGIN IMMEDIATE');
    const isDone = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'records'").get() !== undefined;
    if (!isDone) database.exec(`${schema.records}; PRAGMA user_version = ${schemaVersion}`);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

function checkContent(database: DatabaseSync, file: string): void {
  const last = database.prepare(`SELECT ${columns} FROM events ORDER BY position DESC LIMIT ${readBack}`).all();
  const byStream = database.prepare('SELECT position FROM events WHERE stream = ? AND revision = ?');
  for (const { stream, revision, position } of last.map((row) => eventOf(row, file))) {
    if (byStream.get(stream, revision)?.position !== position) {
      throw unusable(file, `the event at position ${position} is missing in its stream.`);
    }
  }
  const given = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'").get()?.seq ?? 0n;
  if (integer(given) < integer(last[0]?.position ?? 0n)) {
    throw unusable(file, 'it has forgotten which positions it has given out.');
  }
}
