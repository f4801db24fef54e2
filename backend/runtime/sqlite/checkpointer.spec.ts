import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { Checkpointer } from './checkpointer.ts';

it('a write-ahead log is moved into its file while others write, and does not grow for ever', async () => {
  const file = join(temporaryFolder(), 'some.db');
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
  database.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO things (text) VALUES (?)');
  const checkpointer = new Checkpointer(file);
  const page = 'x'.repeat(3_900);
  const rounds = 12;
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < 40; n++) {
      await checkpointer.ready();
      database.exec('BEGIN');
      for (let row = 0; row < 100; row++) insert.run(page);
      database.exec('COMMIT');
      checkpointer.wrote(100);
      await new Promise(setImmediate);
    }
  }
  await checkpointer.close();
  const written = rounds * 40 * 100 * 4_096;
  expect(statSync(`${file}-wal`).size).toBeLessThan(written * 0.9);
  expect(database.prepare('SELECT count(*) AS count FROM things').get()?.count).toBe(rounds * 4_000);
});

it('no file is made in the place of one that is gone', async () => {
  const file = join(temporaryFolder(), 'gone.db');
  const checkpointer = new Checkpointer(file);
  checkpointer.wrote(1_000_000);
  await checkpointer.close();
  expect(existsSync(file)).toBe(false);
});

it('a file that is gone keeps nobody waiting', async () => {
  const checkpointer = new Checkpointer(join(temporaryFolder(), 'no-such-folder', 'some.db'));
  checkpointer.wrote(1_000_000);
  await checkpointer.ready();
  await checkpointer.close();
});

it('one thread moves the logs of all files, and ends with the last that is closed', async () => {
  const folder = temporaryFolder();
  const threads: Worker[] = [];
  const started = (worker: Worker) => threads.push(worker);
  process.on('worker', started);
  onTestFinished(() => void process.off('worker', started));
  const sizes = ['some.db', 'others.db'].map((name) => {
    const database = new DatabaseSync(join(folder, name));
    onTestFinished(() => database.close());
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (text TEXT)');
    const checkpointer = new Checkpointer(join(folder, name));
    checkpointer.wrote(1_000_000);
    return { checkpointer, size: () => statSync(join(folder, name)).size, before: statSync(join(folder, name)).size };
  });
  const [some, others] = sizes;
  await some?.checkpointer.close();
  expect(some?.size()).toBeGreaterThan(some?.before ?? 0);
  expect(threads.map(({ threadId }) => threadId)).toEqual([expect.toSatisfy((id: number) => id > 0)]);
  await others?.checkpointer.close();
  expect(others?.size()).toBeGreaterThan(others?.before ?? 0);
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
});
