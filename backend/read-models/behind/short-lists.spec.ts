import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { byId } from '../../../modules/kernel/read-models.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { end, newProjection, put } from '../contract/bench.ts';
import { openWrittenBehind } from './written-behind.ts';

it('short lists of thousands of people are counted in the file once, and those that are asked for stay known', async () => {
  const store = openWrittenBehind({ file: join(temporaryFolder(), 'read-models.db') });
  onTestFinished(() => store.close());
  const projection = newProjection();
  const of = (n: number) => ({ index: 'of', key: `${n}`, sort: '' });
  const people = Array.from({ length: 5_000 }, (_, n) => put(`${n}`, n, of(n)));
  await store.commit(projection, undefined, 1n, people);
  await store.flush();
  const spies = [vi.spyOn(StatementSync.prototype, 'get'), vi.spyOn(StatementSync.prototype, 'all')];
  onTestFinished(() => void spies.map((spy) => spy.mockRestore()));
  /** How many of them are counted in the file. */
  const counted = async (from: number, to: number) => {
    for (const spy of spies) spy.mockClear();
    for (let n = from; n < to; n++) expect(await store.count(projection, 'of', `${n}`)).toBe(1);
    const asked = spies.flatMap(({ mock }) => mock.contexts as StatementSync[]);
    return asked.filter(({ sourceSQL }) => sourceSQL.includes('count(*)')).length;
  };
  expect(await counted(0, 3_000)).toBe(3_000);
  expect(await counted(0, 3_000)).toBe(0);
  expect(await counted(3_000, 5_000)).toBe(2_000);
  expect(await counted(2_000, 5_000)).toBe(0);
  expect(await counted(0, 100)).toBe(100);
});

it('documents by their ids are counted too, many by the thread that writes, and stay known as they come and go', async () => {
  const store = openWrittenBehind({ file: join(temporaryFolder(), 'read-models.db') });
  onTestFinished(() => store.close());
  const projection = newProjection();
  const under = (key: string) => ({ index: byId, key, sort: '' });
  const documents = Array.from({ length: 300 }, (_, n) => put(`${n % 3}-${n}`, n, under(''), under(`${n % 3}-`)));
  await store.commit(projection, undefined, 1n, documents);
  await store.flush();
  const counts = () => Promise.all(['', '0-', '2-', '3-'].map((key) => store.count(projection, byId, key)));
  expect(await counts()).toEqual([300, 100, 100, 0]);
  await store.commit(projection, 1n, 2n, [end('2-2'), put('3-', 3, under('3-'))]);
  expect(await counts()).toEqual([299, 100, 99, 1]);
  await store.flush();
  expect(await counts()).toEqual([299, 100, 99, 1]);
});
