import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { giveWay } from './give-way.ts';

/** `whole`: nobody in this process writes meanwhile, and others are kept from it. */
export type HowWhole = 'passing' | 'whole';

export type Checkpoint = { readonly file: string; readonly how: HowWhole };

/**
 * https://sqlite.org/pragma.html#pragma_wal_checkpoint: for PASSIVE neither readers nor writers wait. FULL keeps writers of other
 * processes away while it is made, if they let it begin within so many milliseconds: else something would be left each time that
 * they have written meanwhile, and the log would grow for as long as two of them write. SQLite's own waiting gets longer with
 * each try, and they are back by then: so it is asked again and again.
 */
const modes = { passing: { name: 'PASSIVE', within: 0 }, whole: { name: 'FULL', within: 100 } };
const timeout = 3;

giveWay();

/** Runs in a thread of its own, because it waits for the disk. A checkpoint that cannot be made now is made with the next. */
parentPort?.on('message', ({ file, how }: Checkpoint) => {
  const { name, within } = modes[how];
  // No new file in the place of one that is gone.
  const location = pathToFileURL(file);
  location.searchParams.set('mode', 'rw');
  try {
    const database = new DatabaseSync(location, { timeout });
    const until = performance.now() + within;
    const checkpoint = database.prepare(`PRAGMA wal_checkpoint(${name})`);
    while (checkpoint.get()?.busy !== 0 && performance.now() < until);
    database.close();
  } catch {
    // Whoever uses the file meets the same fault, and says so.
  }
  parentPort?.postMessage('done');
});
