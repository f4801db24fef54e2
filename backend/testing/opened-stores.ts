import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openSqliteReadModels } from '../read-models/sqlite.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Finishing = Pick<TestContext, 'onTestFinished'>;

/** A new log and read models in SQLite, which are closed and gone when the test has finished: with `test`, where several run side by side. */
export function openedStores(test: Finishing = { onTestFinished }): {
  store: EventStore;
  readModels: ReadModels;
  folder: string;
} {
  const folder = temporaryFolder(test);
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  test.onTestFinished(() => store.close());
  return { store, readModels: openedReadModels(folder, test), folder };
}

/** The read models of a folder once more, as another process would open them. */
export function openedReadModels(folder: string, test: Finishing = { onTestFinished }): ReadModels {
  const readModels = openSqliteReadModels({ file: join(folder, 'read-models.db') });
  test.onTestFinished(() => readModels.close());
  return readModels;
}
