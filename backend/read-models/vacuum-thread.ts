import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

/** How long it waits for whoever writes at this moment, in milliseconds. */
const timeout = 5_000;

/**
 * Writes a database anew (VACUUM), in a thread of its own, because that takes as long as the file is large. Overwriting what
 * is deleted (secure_delete) would not be enough: when rows move from page to page, SQLite leaves copies in the gaps.
 */
const database = new DatabaseSync(String(workerData), { timeout });
try {
  database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
} finally {
  database.close();
}
