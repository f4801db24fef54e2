import { parentPort, workerData } from 'node:worker_threads';
import { failureOf } from '../event-store/sqlite/failure.ts';
import { connectToRead } from '../event-store/sqlite/log-file.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { SubjectKeys } from '../personal-data/subject-keys.ts';
import { eventDeclarations } from '../start/stores/event-declarations.ts';
import { Decoder } from './decoding.ts';
import type { FromThread, ThreadData } from './replay-of.ts';

/** How many rows are read at a time. */
const pageSize = 1_000;

/**
 * Runs in a thread of its own, so that whoever folds the events does nothing else. Hands over a piece of the log for each
 * message that it gets, and ends with the log as it was by then.
 */
const { file, after, types, wrapping } = workerData as ThreadData;
const store = openSqliteEventStore({ file });
const keys = new SubjectKeys(store, wrapping, () => new Date());
const decoder = new Decoder({
  database: connectToRead(file),
  file,
  declarations: eventDeclarations,
  keys,
  types,
});
let position = after;
let asked = 0;
let isAtWork = false;

async function work(): Promise<void> {
  if (isAtWork) return;
  isAtWork = true;
  try {
    for (; asked > 0; asked--) {
      const decoded = await decoder.after(position, pageSize);
      position = decoded.position;
      const { bytes, places } = decoded;
      parentPort?.postMessage({ kind: 'decoded', decoded } satisfies FromThread, [bytes.buffer, places.buffer]);
      if (decoded.caughtUp) return;
    }
    isAtWork = false;
  } catch (reason) {
    parentPort?.postMessage(failureOf(reason, file) satisfies FromThread);
  }
}

parentPort?.on('message', () => {
  asked += 1;
  void work();
});
