import { renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { syncDirectory } from '../../runtime/files/sync-directory.ts';
import { isInPlace, openFile } from '../../runtime/sqlite/disposable-database.ts';
import { readModelsFile } from '../sqlite-schema.ts';

/** How long it waits for others who write or read the file at this moment, in milliseconds. */
const patience = 5_000;

const lastNumber = "SELECT coalesce(max(seq), 0) AS seq FROM sqlite_sequence WHERE name = 'projections'";

/** The last number of a projection that the file has given out: others begin behind it. */
export function lastNumberIn(file: string): number {
  const { database } = openFile(file, readModelsFile, () => {});
  try {
    return Number(database.prepare(lastNumber).get()?.seq);
  } finally {
    database.close();
  }
}

/**
 * Puts a whole file in the place of one that has nothing which must not go. Nobody can write that one meanwhile, and its
 * write-ahead log is empty. That is taken away: beside the new file it would be taken for its own. Not before the rename: who
 * opened the old file between the two would make another log for it, and write there. After it nobody sees the log of the old
 * file beside the new one either, since that is still locked by whoever made it. Whoever has the old file open finds the new one
 * there when it writes next (see `isInPlace`).
 * @param file whole, and locked until this is done
 * @param options.lastNumber what the old file has given out: had it more by now, somebody would have used it
 * @returns whether it was put there
 */
export function putInPlace(
  file: string,
  inPlaceOf: string,
  options: { readonly mayGo: readonly string[]; readonly lastNumber: number },
): boolean {
  const { database, inode } = openFile(inPlaceOf, readModelsFile, () => {});
  try {
    database.exec(`PRAGMA busy_timeout = ${patience}`);
    if (!lockedWithoutLog(database, `${inPlaceOf}-wal`)) return false;
    // Somebody else may have put theirs there while this waited for the old one.
    if (!isInPlace(inPlaceOf, inode)) return false;
    const names = database.prepare('SELECT name FROM projections').all();
    const mayGo = names.every(({ name }) => options.mayGo.includes(String(name)));
    if (!mayGo || Number(database.prepare(lastNumber).get()?.seq) !== options.lastNumber) return false;
    renameSync(file, inPlaceOf);
    for (const suffix of ['-wal', '-shm']) rmSync(inPlaceOf + suffix, { force: true });
    syncDirectory(dirname(inPlaceOf));
    return true;
  } finally {
    database.close();
  }
}

/** Keeps everybody from writing, at a moment when all that was written is in the file itself. False when that never comes. */
function lockedWithoutLog(database: DatabaseSync, log: string): boolean {
  const giveUpAt = performance.now() + patience;
  const emptied = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  while (performance.now() < giveUpAt) {
    if (emptied.get()?.busy !== 0) continue;
    database.exec('BEGIN IMMEDIATE');
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return true;
    database.exec('ROLLBACK');
  }
  return false;
}
