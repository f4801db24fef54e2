import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openSqliteReadModels } from '../read-models/sqlite.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A new log and read models in SQLite, which are closed and gone when the test has finished. */
export function openedStores(): { store: EventStore; readModels: ReadModels; folder: string } {
  const folder = temporaryFolder();
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  onTestFinished(() => store.close());
  return { store, readModels: openedReadModels(folder), folder };
}

/** The read models of a folder once more, as another process would open them. */
export function openedReadModels(folder: string): ReadModels {
  const readModels = openSqliteReadModels({ file: join(folder, 'read-models.db') });
  onTestFinished(() => readModels.close());
  return readModels;
}
