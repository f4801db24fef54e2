import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** `whole`: nobody in this process writes meanwhile, and others are kept from it. */
export type Checkpoint = 'passing' | 'whole';

/**
 * https://sqlite.org/pragma.html#pragma_wal_checkpoint: for PASSIVE neither readers nor writers wait. FULL keeps writers of other
 * processes away while it is made, if they let it begin within so many milliseconds: else something would be left each time that
 * they have written meanwhile, and the log would grow for as long as two of them write.
 */
const modes = { passing: { name: 'PASSIVE', timeout: 0 }, whole: { name: 'FULL', timeout: 50 } };

// No new file in the place of one that is gone.
const file = pathToFileURL(String(workerData));
file.searchParams.set('mode', 'rw');

/** Runs in a thread of its own, because it waits for the disk. A checkpoint that cannot be made now is made with the next. */
parentPort?.on('message', (how: Checkpoint) => {
  const { name, timeout } = modes[how];
  try {
    const database = new DatabaseSync(file, { timeout });
    database.exec(`PRAGMA wal_checkpoint(${name})`);
    database.close();
  } catch {
    // Whoever uses the file meets the same fault, and says so.
  }
  parentPort?.postMessage('done');
});
