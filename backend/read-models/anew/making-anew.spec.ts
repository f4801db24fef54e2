import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Change, IndexEntry, MadeAnew, ReadModels } from '../../../modules/kernel/read-models.ts';
import { asOften } from '../../testing/as-often.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openWrittenBehind } from '../behind/written-behind.ts';
import { end, put, said } from '../contract/bench.ts';
import { PlainModel } from '../contract/plain-model.ts';
import { openSqliteReadModels } from '../sqlite.ts';

const program = fileURLToPath(new URL('./making-process.ts', import.meta.url));
const newFile = () => join(temporaryFolder(), 'read-models.db');

function opened(file = newFile()): ReadModels {
  const store = openWrittenBehind({ file });
  onTestFinished(() => store.close());
  return store;
}

async function begun(store: ReadModels, mayGo: readonly string[] = []): Promise<MadeAnew> {
  const anew = await store.anew?.(mayGo);
  if (!anew) throw new Error('There is something already.');
  return anew;
}

const filesBeside = (file: string) => readdirSync(dirname(file)).filter((name) => name.includes('.anew-'));

const entry: fc.Arbitrary<IndexEntry> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ index: '*', key: '', sort: '' }) },
  {
    weight: 5,
    arbitrary: fc.record({
      index: fc.constantFrom('by', 'all', 'o"ther'),
      key: fc.constantFrom('', 'k', '\u0000', '"', "'"),
      sort: fc.constantFrom('', '\u0000', 'a', 'ﬀ', '🔧', '\\u0041'),
    }),
  },
);
const change: fc.Arbitrary<Change> = fc
  .record({
    id: fc.constantFrom('', 'a', 'a\u0000', 'b', 'B', '🔧', 'ﬀ', 'sum:a'),
    document: fc.option(
      fc.nat(9).map((is) => JSON.stringify({ is })),
      { nil: undefined, freq: 4 },
    ),
    entries: fc.array(entry, { maxLength: 4 }),
    isLate: fc.boolean(),
  })
  // What goes is said at once.
  .map((change) => ({ ...change, isLate: change.isLate && change.document !== undefined }));

describe('read models that are made anew', () => {
  it('show what a plain store would, whatever was committed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 40 }), { minLength: 1, maxLength: 6 }),
        async (commits) => {
          const store = openWrittenBehind({ file: newFile() });
          try {
            const anew = await begun(store);
            const plain = new PlainModel();
            for (const [at, changes] of commits.entries()) {
              const from = at === 0 ? undefined : BigInt(at);
              await anew.commit('p', from, BigInt(at + 1), changes);
              plain.commit(from, BigInt(at + 1), changes);
              const ids = changes.map(({ id }) => id);
              expect(await anew.getMany('p', ids)).toEqual(ids.map((id) => plain.get(id)));
            }
            expect(await anew.install()).toBe(true);
            expect(await store.checkpoint('p')).toBe(BigInt(commits.length));
            for (const index of ['by', 'all', '*', 'o"ther']) {
              for (const key of ['', 'k', '\u0000', '"', "'"]) {
                const list = { index, key, order: 'ascending' as const };
                expect((await store.list('p', { ...list, limit: 100 })).documents).toEqual(plain.list(list));
                expect(await store.count('p', index, key)).toBe(plain.list(list).length);
              }
            }
          } finally {
            await store.close();
          }
        },
      ),
      { numRuns: asOften(8, 20) },
    );
  });

  it('can be gone on with, also where many of their documents change again and again', async () => {
    const store = opened();
    const anew = await begun(store);
    const listed = (n: number): IndexEntry[] => [{ index: 'by', key: String(n % 3), sort: String(n).padStart(6, '0') }];
    for (let at = 0; at < 30; at++) {
      const news = Array.from({ length: 300 }, (_, n) => put(`${at} ${n}`, n, ...listed(n)));
      const olds = at === 0 ? [] : [put(`${at - 1} 7`, 'changed'.repeat(9_000)), end(`${at - 1} 8`), put('often', at)];
      await anew.commit('p', at === 0 ? undefined : BigInt(at), BigInt(at + 1), [...news, ...olds]);
    }
    expect(said(await anew.getMany('p', ['0 7', '0 8', '0 9', 'often']))).toEqual([
      'changed'.repeat(9_000),
      undefined,
      9,
      29,
    ]);
    expect(await anew.install()).toBe(true);
    expect(await store.count('p', 'by', '1')).toBe(30 * 100 - 29);
    await store.commit('p', await store.checkpoint('p'), 31n, [end('0 1'), put('0 9', 'again', ...listed(1))]);
    expect(await store.count('p', 'by', '1')).toBe(30 * 100 - 29);
    expect(said([(await store.get('p', '0 9')).document])).toEqual(['again']);
  });

  it('are seen by who has the file open, and not before they are whole', async () => {
    const file = newFile();
    const [store, other] = [opened(file), opened(file)];
    const anew = await begun(store);
    await anew.commit('p', undefined, 5n, [put('a')]);
    expect(await other.checkpoint('p')).toBeUndefined();
    expect(await store.projections()).toEqual([]);
    expect(await anew.install()).toBe(true);
    expect(filesBeside(file)).toEqual([]);
    expect(await store.checkpoint('p')).toBe(5n);
    // It comes to know with what it writes next, which is not taken for what was written since.
    await other.commit('p', undefined, 3n, [put('a', 'older')]);
    await expect.poll(() => other.checkpoint('p')).toBe(5n);
    expect(said([(await other.get('p', 'a')).document])).toEqual(['a']);
    await expect(other.commit('p', 3n, 4n, [])).rejects.toThrow(CheckpointMoved);
  });

  it('are given up for what somebody else has made meanwhile, and not begun where there is something', async () => {
    const file = newFile();
    const [store, other] = [opened(file), openSqliteReadModels({ file })];
    onTestFinished(() => other.close());
    await other.commit('may-go', undefined, 1n, [put('x')]);
    const anew = await begun(store, ['may-go']);
    await anew.commit('p', undefined, 5n, [put('a')]);
    await other.commit('p', undefined, 3n, [put('b')]);
    expect(await anew.install()).toBe(false);
    expect(filesBeside(file)).toEqual([]);
    expect(await store.checkpoint('p')).toBe(3n);
    expect(await store.anew?.(['may-go'])).toBeUndefined();
    await other.drop('p');
    expect(await store.anew?.([])).toBeUndefined();
  });

  it('are not put in the place of what was there and is dropped, whose numbers somebody may know', async () => {
    const file = newFile();
    const [store, other] = [opened(file), openSqliteReadModels({ file })];
    onTestFinished(() => other.close());
    const anew = await begun(store);
    await anew.commit('p', undefined, 5n, [put('a')]);
    await anew.getMany('p', ['a']);
    await other.commit('p', undefined, 3n, [put('b')]);
    await other.drop('p');
    expect(await anew.install()).toBe(false);
  });

  it('leave nothing beside the file when they are let go of, or closed with it', async () => {
    const file = newFile();
    const store = openWrittenBehind({ file });
    for (const isClosed of [false, true]) {
      const anew = await begun(store);
      await anew.commit('p', undefined, 1n, [put('a')]);
      await anew.getMany('p', ['a']);
      expect(filesBeside(file)).toHaveLength(1);
      await (isClosed ? store.close() : anew.abandon());
      expect(filesBeside(file)).toEqual([]);
      await expect(anew.commit('p', 1n, 2n, [])).rejects.toThrow(Unavailable);
    }
  });

  it('are let go of in the midst of being sorted, without waiting for its end', async () => {
    const made = async (file: string) => {
      const anew = await begun(opened(file));
      for (let at = 0; at < 40; at++) {
        const entries = (n: number) =>
          ['a', 'b', 'c', 'd', 'e'].map((index) => ({ index, key: `${n % 97}`, sort: `${(n * 7_919) % 1_009}` }));
        const changes = Array.from({ length: 1_000 }, (_, n) => put(`${at} ${n}`, 'x'.repeat(300), ...entries(n)));
        await anew.commit('p', at === 0 ? undefined : BigInt(at), BigInt(at + 1), changes);
      }
      await anew.getMany('p', ['0 0']);
      return anew;
    };
    const tookOf = async (work: () => Promise<unknown>) => {
      const began = performance.now();
      await work();
      return performance.now() - began;
    };
    // How much of the sorting it takes to be let go of; that the least of three times is much has nothing to do with others.
    let part = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3 && part >= 0.5; tries++) {
      const file = newFile();
      const [whole, given] = [await made(newFile()), await made(file)];
      const sorting = await tookOf(() => whole.install());
      const refused = expect(given.install()).rejects.toThrow(Unavailable);
      part = Math.min(part, (await tookOf(() => given.abandon())) / sorting);
      await refused;
      expect(filesBeside(file)).toEqual([]);
    }
    expect(part).toBeLessThan(0.5);
  });

  it('are taken away by the next who begins or wipes, once the process is dead that made them', async () => {
    for (const takenAway of [(store: ReadModels) => store.wipe(), (store: ReadModels) => begun(store)]) {
      const file = newFile();
      const child = spawn(process.execPath, [program, file, 'p'], { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child.stdout, 'data');
      const store = opened(file);
      await store.wipe();
      const [left] = filesBeside(file);
      expect(left).toBeDefined();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      expect(await store.checkpoint('p')).toBeUndefined();
      await takenAway(store);
      expect(filesBeside(file)).not.toContain(left);
    }
  });

  it('refuse a commit that does not go on from where they are', async () => {
    const anew = await begun(opened());
    await anew.commit('p', undefined, 5n, [put('a')]);
    await expect(anew.commit('p', undefined, 6n, [put('a', 'b')])).rejects.toThrow(CheckpointMoved);
    await expect(anew.commit('p', 4n, 6n, [put('a', 'b')])).rejects.toThrow(CheckpointMoved);
    expect(said(await anew.getMany('p', ['a']))).toEqual(['a']);
  });
});
