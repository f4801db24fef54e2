import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { newProjection, put } from '../contract/bench.ts';
import { openSqliteReadModels } from '../sqlite.ts';
import { openWrittenBehind } from './written-behind.ts';

function opened() {
  const file = join(temporaryFolder(), 'read-models.db');
  const heard: (string | undefined)[] = [];
  const store = openWrittenBehind({ file, onWritten: (failure) => heard.push(failure) });
  onTestFinished(() => store.close());
  return { file, store, heard };
}

it('a file that cannot be written is said to be so, and lacks nothing in the end', async () => {
  const { file, store, heard } = opened();
  const projection = newProjection();
  await store.commit(projection, undefined, 1n, [put('a', 1)]);
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  await expect(store.flush()).rejects.toThrow(Unavailable);
  expect(heard).toEqual([expect.stringContaining('locked')]);
  // What is in the memory is shown, and goes on.
  await store.commit(projection, 1n, 2n, [put('b', 2)]);
  expect(await store.getMany(projection, ['a', 'b'])).toEqual(['{"is":1}', '{"is":2}']);
  other.exec('ROLLBACK');
  const plain = openSqliteReadModels({ file });
  onTestFinished(() => plain.close());
  await expect.poll(() => plain.checkpoint(projection)).toBe(2n);
  expect(await plain.getMany(projection, ['a', 'b'])).toEqual(['{"is":1}', '{"is":2}']);
  expect(heard.at(-1)).toBeUndefined();
});

it('a file that somebody takes away is begun anew, and who commits begins again from the first event', async () => {
  const { file, store } = opened();
  const projection = newProjection();
  await store.commit(projection, undefined, 1n, [put('a', 1)]);
  await store.flush();
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  await store.commit(projection, 1n, 2n, [put('b', 2)]);
  await store.flush();
  expect(await store.checkpoint(projection)).toBeUndefined();
  await expect(store.commit(projection, 2n, 3n, [put('c', 3)])).rejects.toThrow(CheckpointMoved);
  await store.commit(projection, undefined, 3n, [put('a', 1), put('b', 2), put('c', 3)]);
  await store.flush();
  const plain = openSqliteReadModels({ file });
  onTestFinished(() => plain.close());
  expect(await plain.getMany(projection, ['a', 'b', 'c'])).toEqual(['{"is":1}', '{"is":2}', '{"is":3}']);
});
