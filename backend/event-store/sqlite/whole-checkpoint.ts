import type { DatabaseSync } from 'node:sqlite';

/** How long the others may take to let it begin, and for how long it is waited at a time, in milliseconds. */
const within = 100;
const timeout = 3;

/**
 * Moves all of the write-ahead log into its file, so that the next commit begins it anew. FULL keeps writers of other processes away
 * while it is made, if they let it begin in time: else something would be left each time that they have written meanwhile, and the log
 * would grow for as long as two of them write (https://sqlite.org/pragma.html#pragma_wal_checkpoint). SQLite's own waiting gets longer
 * with each try, and they are back by then: so it is asked again and again. What cannot be moved now is moved with the next.
 * @param database that waits for no lock by itself, and is in no transaction
 */
export function wholeCheckpoint(database: DatabaseSync): () => void {
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(FULL)');
  return () => {
    const until = performance.now() + within;
    try {
      database.exec(`PRAGMA busy_timeout = ${timeout}`);
      while (checkpoint.get()?.busy !== 0n && performance.now() < until);
    } catch {
      // The next commit meets the same fault, and says so.
    } finally {
      database.exec('PRAGMA busy_timeout = 0');
    }
  };
}
