import type { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite-fault.ts';

/** In ms; between two attempts. */
const pause = 5;

/**
 * Has a file keep a write-ahead log from now on. SQLite refuses this at once, however long its busy timeout is, while another
 * connection writes to a file that keeps none yet, as when several processes make the file at the same moment.
 * @param atMost in ms; the thread stands still meanwhile.
 * @throws SQLite's own error when the file is busy for longer, and when anything else is the matter
 */
export function keepWriteAheadLog(database: DatabaseSync, atMost: number): void {
  const until = performance.now() + atMost;
  for (;;) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}
