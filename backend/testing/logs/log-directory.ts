import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';

/** The path of a log that is not there yet, in a directory that goes away with the test. */
export function newLogFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'events-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'events.db');
}

/** Opens the log and closes it at the end of the test. */
export function openLog(file: string): EventStore {
  const store = openSqliteEventStore({ file });
  onTestFinished(() => store.close());
  return store;
}
