import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { ReactorCheckpoint } from './reactor-checkpoint.ts';

it('a node that was overtaken learns how far the other came, and records again what comes after that', async () => {
  const store = openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') });
  onTestFinished(() => store.close());
  const [slow, fast] = [new ReactorCheckpoint(store, 'mails'), new ReactorCheckpoint(store, 'mails')];
  await slow.record(1n);
  await fast.load();
  await fast.record(5n);
  await slow.record(3n);
  expect(slow.recorded).toBe(5n);
  await slow.record(4n);
  expect(await new ReactorCheckpoint(store, 'mails').load()).toBe(5n);
  await slow.record(8n);
  expect(await new ReactorCheckpoint(store, 'mails').load()).toBe(8n);
});
