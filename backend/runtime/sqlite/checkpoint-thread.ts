import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { giveWay } from '../processes/give-way.ts';

/** How long others' locks are waited for, in milliseconds. */
const timeout = 3;

giveWay();

/**
 * Runs in a thread of its own, because it waits for the disk. Neither readers nor writers wait for a checkpoint that is PASSIVE
 * (https://sqlite.org/pragma.html#pragma_wal_checkpoint). One that cannot be made now is made with the next.
 */
parentPort?.on('message', (file: string) => {
  // No new file in the place of one that is gone.
  const location = pathToFileURL(file);
  location.searchParams.set('mode', 'rw');
  try {
    const database = new DatabaseSync(location, { timeout });
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    database.close();
  } catch {
    // Whoever uses the file meets the same fault, and says so.
  }
  parentPort?.postMessage('done');
});
