import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { CheckpointMoved } from '../../../modules/kernel/errors.ts';
import type { IndexEntry, ReadModels } from '../../../modules/kernel/read-models.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { newProjection, put, said } from '../contract/bench.ts';
import { readModelsContract } from '../contract.ts';
import { openSqliteReadModels } from '../sqlite.ts';
import type { ReadModelsBehind } from './read-models-behind.ts';
import { openWrittenBehind } from './written-behind.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-models-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'contract.db');
let opened = 0;
const ofTheProcess = openWrittenBehind({ file });
// Two of one process share its memory: what another process sees, and when, is shown below and by foreign.ts.
readModelsContract('SQLite, written behind', async () => (opened++ < 2 ? ofTheProcess : openWrittenBehind({ file })));

const all: IndexEntry = { index: 'all', key: '', sort: '' };
const list = { index: 'all', key: '', order: 'ascending', limit: 10 } as const;

function opening(path = join(temporaryFolder(), 'read-models.db')) {
  const open = () => closedLater(openWrittenBehind({ file: path }));
  return { path, open, plain: () => closedLater(openSqliteReadModels({ file: path })) };
}

function closedLater<Store extends ReadModels>(store: Store): Store {
  onTestFinished(() => store.close());
  return store;
}

describe('what is in the memory', () => {
  it('is said at once, the same that is read', async () => {
    const { open } = opening();
    const [projection, store] = [newProjection(), open()];
    await store.commit(projection, undefined, 1n, [put('a', 1, all), put('b', 1, all)]);
    expect(store.getNow?.(projection, 'a')).toEqual(await store.get(projection, 'a'));
    await store.commit(projection, 1n, 2n, [put('a', 2, all), { id: 'b', document: undefined, entries: [] }]);
    expect(store.getNow?.(projection, 'a')).toEqual({ ...(await store.get(projection, 'a')), asOf: 2n });
    expect(said([store.getNow?.(projection, 'a')?.document])).toEqual([2]);
    expect(store.getNow?.(projection, 'b')).toEqual({ document: undefined, asOf: 2n });
  });

  it('is not said at once while it has to be read, or is being dropped', async () => {
    const { open } = opening();
    const projection = newProjection();
    const first = open();
    await first.commit(projection, undefined, 1n, [put('a', 1, all)]);
    await first.close();
    const store = open();
    expect(store.getNow?.(projection, 'a')).toBeUndefined();
    await store.get(projection, 'a');
    expect(store.getNow?.(projection, 'a')?.asOf).toBe(1n);
    const dropping = store.drop(projection);
    expect(store.getNow?.(projection, 'a')).toBeUndefined();
    await dropping;
  });
});

describe('what was committed', () => {
  it('is in the file within about a second, all of it or nothing', async () => {
    const { open, plain } = opening();
    const [store, beside] = [open(), plain()];
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('a', 1, all)]);
    await store.commit(projection, 1n, 2n, [put('a', 2, all), put('b', 2, all)]);
    expect(await beside.checkpoint(projection)).toBeUndefined();
    await expect.poll(() => beside.checkpoint(projection)).toBe(2n);
    expect(said((await beside.list(projection, list)).documents)).toEqual([2, 2]);
  });

  it('is in the file when it was closed', async () => {
    const { path, open } = opening();
    const store = open();
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('a', 1, all)]);
    await store.close();
    const beside = closedLater(openSqliteReadModels({ file: path }));
    expect(said([(await beside.get(projection, 'a')).document])).toEqual([1]);
  });

  it('waits while too much is not in the file yet, and is all there in the end', async () => {
    const { open, plain } = opening();
    const store = open();
    const projection = newProjection();
    const large = 'x'.repeat(100_000);
    for (let at = 1n; at <= 600n; at += 1n) {
      await store.commit(projection, at === 1n ? undefined : at - 1n, at, [put(`${at}`, large, all)]);
    }
    // 600 of these are 120 MB as they are counted; at most 32 MB and what is being written wait.
    const beside = plain();
    expect(await beside.checkpoint(projection)).toBeGreaterThan(200n);
    await store.flush();
    expect(await beside.count(projection, 'all', '')).toBe(600);
  });
});

describe('a long list', () => {
  it('is counted beside the event loop, once, and is known from then on by what changes', async () => {
    const { open } = opening();
    const before = open();
    const projection = newProjection();
    const many = Array.from({ length: 12_000 }, (_, n) => put(`${n}`, n, all));
    await before.commit(projection, undefined, 1n, many);
    await before.close();
    const store = open();
    await store.commit(projection, 1n, 2n, [put('more', 1, all), put('0', 0)]);
    const counts = await Promise.all([1, 2, 3].map(() => store.count(projection, 'all', '')));
    expect(counts).toEqual([12_000, 12_000, 12_000]);
    for (let at = 2n; at < 20n; at += 1n) {
      await store.commit(projection, at, at + 1n, [put(`more ${at}`, 1, all), put(`${at}`, 1)]);
      if (at % 3n === 0n) await store.flush();
      expect(await store.count(projection, 'all', '')).toBe(12_000);
    }
    await store.commit(projection, 20n, 21n, [put('last', 1, all)]);
    expect(await store.count(projection, 'all', '')).toBe(12_001);
  });
});

describe('what another process has written', () => {
  it('takes the place of what is older, once the file is read', async () => {
    const { open, plain } = opening();
    const [store, other] = [open(), plain()];
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('a', 1, all), put('b', 1, all)]);
    await other.commit(projection, undefined, 5n, [put('a', 5, all)]);
    expect(await store.checkpoint(projection)).toBe(5n);
    expect(await store.get(projection, 'a')).toEqual({ document: '{"is":5}', asOf: 5n });
    expect((await store.list(projection, list)).documents).toEqual(['{"is":5}']);
    await expect(store.commit(projection, 1n, 6n, [])).rejects.toThrow(CheckpointMoved);
  });

  it('is not written again, and what is newer is', async () => {
    const { open, plain } = opening();
    const [store, other] = [open(), plain()];
    const projection = newProjection();
    await store.commit(projection, undefined, 1n, [put('a', 1, all)]);
    await store.commit(projection, 1n, 2n, [put('b', 2, all)]);
    // The same log, folded by another process up to 1.
    await other.commit(projection, undefined, 1n, [put('a', 1, all)]);
    await store.flush();
    expect(await other.checkpoint(projection)).toBe(2n);
    expect(said((await other.list(projection, list)).documents)).toEqual([1, 2]);
    expect(await store.count(projection, 'all', '')).toBe(2);
  });

  it('is also that it dropped the projection, and began it anew', async () => {
    const { open, plain } = opening();
    const [store, other] = [open(), plain()];
    const projection = newProjection();
    await store.commit(projection, undefined, 5n, [put('a', 'wrong', all), put('b', 'wrong', all)]);
    await store.flush();
    await store.commit(projection, 5n, 9n, [put('c', 'wrong', all)]);
    await other.drop(projection);
    await other.commit(projection, undefined, 7n, [put('a', 'right', all)]);
    expect(await store.checkpoint(projection)).toBe(7n);
    expect(said((await store.list(projection, list)).documents)).toEqual(['right']);
    await store.flush();
    expect(await other.checkpoint(projection)).toBe(7n);
  });

  it('is also that it built it anew up to the same position: what is made of what was before is refused', async () => {
    const { open, plain } = opening();
    const [store, other] = [open(), plain()];
    const projection = newProjection();
    await store.commit(projection, undefined, 5n, [put('a', 'wrong', all)]);
    await store.flush();
    await other.drop(projection);
    await other.commit(projection, undefined, 5n, [put('a', 'right', all)]);
    // Whoever else asks does not know of it for who commits.
    expect(await store.checkpoint(projection)).toBe(5n);
    expect(await store.checkpoint(projection)).toBe(5n);
    await expect(store.commit(projection, 5n, 6n, [put('a', 'made of wrong', all)])).rejects.toThrow(CheckpointMoved);
    expect(await store.checkpoint(projection)).toBe(5n);
    await store.commit(projection, 5n, 6n, [put('b', 'right', all)]);
    await store.flush();
    expect(said(await other.getMany(projection, ['a', 'b']))).toEqual(['right', 'right']);
  });

  it('is not written over with what was made of what was before, when nobody has looked in between', async () => {
    const { open, plain } = opening();
    const [store, other] = [open(), plain()];
    const projection = newProjection();
    await store.commit(projection, undefined, 5n, [put('a', 'wrong', all), put('b', 'wrong', all)]);
    await store.flush();
    await other.drop(projection);
    await other.commit(projection, undefined, 5n, [put('a', 'right', all)]);
    await store.commit(projection, 5n, 6n, [put('a', 'made of wrong', all)]);
    await store.flush();
    expect(await other.checkpoint(projection)).toBe(5n);
    expect(said(await store.getMany(projection, ['a', 'b']))).toEqual(['right', undefined]);
  });

  it('is also that it went back', async () => {
    const { open, plain } = opening();
    const [store, other] = [open(), plain()];
    const projection = newProjection();
    await store.commit(projection, undefined, 5n, [put('a', 5, all)]);
    await store.flush();
    await other.drop(projection);
    expect(await store.checkpoint(projection)).toBeUndefined();
    expect((await store.list(projection, list)).documents).toEqual([]);
  });
});

describe('what is answered from the memory', () => {
  const page = (store: ReadModels, projection: string, limit = 2) => store.list(projection, { ...list, limit });
  const by = (sort: string) => ({ ...all, sort });

  async function somePages(): Promise<{ store: ReadModelsBehind; projection: string }> {
    const store = opening().open();
    const projection = newProjection();
    const changes = ['a', 'b', 'c', 'd'].map((id) => put(id, id, by(id)));
    await store.commit(projection, undefined, 1n, changes);
    return { store, projection };
  }

  it('is the same list as long as nothing of it has changed, also when it has reached the file', async () => {
    const { store, projection } = await somePages();
    const { documents } = await page(store, projection);
    await store.commit(projection, 1n, 2n, [put('d', 'other', by('d')), put('e', 'e', by('e'))]);
    const again = await page(store, projection);
    expect(again.documents).toBe(documents);
    expect(again.asOf).toBe(2n);
    await store.flush();
    expect((await page(store, projection)).documents).toBe(documents);
    await store.commit(projection, 2n, 3n, [put('a', 'a', by('a'))]);
    expect((await page(store, projection)).documents).toBe(documents);
  });

  it.each([
    ['a document of it changed', put('a', 'other', by('a')), ['other', 'b']],
    ['one came before', put('0', '0', by('0')), ['0', 'a']],
    ['one came in between', put('aa', 'aa', by('aa')), ['a', 'aa']],
    ['one of it moved away', put('a', 'a', by('z')), ['b', 'c']],
    ['one of it is listed no more', put('b', 'b'), ['a', 'c']],
    ['one of it ended', { id: 'a', document: undefined, entries: [] }, ['b', 'c']],
  ])('is another when %s', async (_, change, expected) => {
    const { store, projection } = await somePages();
    const before = await page(store, projection);
    await store.commit(projection, 1n, 2n, [change]);
    const after = await page(store, projection);
    expect(after.documents).not.toBe(before.documents);
    expect(said(after.documents)).toEqual(expected);
  });

  it('says that there is a next page as soon as there is one, and no longer', async () => {
    const { store, projection } = await somePages();
    expect((await page(store, projection, 4)).next).toBeUndefined();
    await store.commit(projection, 1n, 2n, [put('e', 'e', by('e'))]);
    expect((await page(store, projection, 4)).next).toBeDefined();
    await store.commit(projection, 2n, 3n, [{ id: 'e', document: undefined, entries: [] }]);
    expect((await page(store, projection, 4)).next).toBeUndefined();
  });
});
