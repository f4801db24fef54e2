import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** Runs in a thread of its own, because it waits for the disk. A checkpoint that cannot be made now is made with the next. */
const file = String(workerData);

parentPort?.on('message', () => {
  try {
    const database = new DatabaseSync(file);
    // PASSIVE: neither readers nor writers wait for it. https://sqlite.org/pragma.html#pragma_wal_checkpoint
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    database.close();
  } catch {
    // Whoever uses the file meets the same fault, and says so.
  }
  parentPort?.postMessage('done');
});
