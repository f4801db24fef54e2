import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextRound } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { everyPage } from '../../modules/kernel/documents/every-page.ts';
import { CheckpointMoved, Unavailable } from '../../modules/kernel/errors.ts';
import type { Change, ListQuery, ReadModels } from '../../modules/kernel/read-models.ts';
import { UnfedReadModels } from '../feed/provenance/unfed-read-models.ts';
import { ownTime } from '../testing/measuring/own-time.ts';
import { readModelsContract } from './contract.ts';
import { openSqliteReadModels } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-models-'));
const processes: ChildProcess[] = [];
afterAll(() => {
  for (const process of processes) process.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const shared = join(folder, 'shared.db');
readModelsContract('SQLite', async () => openSqliteReadModels({ file: shared }));

describe('a file that several processes share', () => {
  it('takes no commit from where another one has dropped all and built it anew', async () => {
    const file = join(folder, 'anew.db');
    const [one, other] = [openSqliteReadModels({ file }), openSqliteReadModels({ file })];
    const commit = (store: ReadModels, from: bigint | undefined, to: bigint, document: string) =>
      store.commit('p', from, to, [{ id: 'a', document, entries: [] }]);
    await commit(one, undefined, 5n, 'wrong');
    await other.drop('p');
    await commit(other, undefined, 5n, 'right');
    expect(await one.checkpoint('p')).toBe(5n);
    await expect(commit(one, 5n, 6n, 'made of wrong')).rejects.toThrow(CheckpointMoved);
    expect(await one.checkpoint('p')).toBe(5n);
    await commit(one, 5n, 6n, 'made of right');
    expect(await other.get('p', 'a')).toEqual({ document: 'made of right', asOf: 6n });
    await Promise.all([one.close(), other.close()]);
  });

  it('counts every event once, however many processes apply it', async () => {
    const file = join(folder, 'counted.db');
    const together = [count(file, 5_000), count(file, 5_000)];
    // Both are up before either begins.
    await Promise.all(together.map(({ stdout }) => once(stdout, 'readable')));
    for (const { stdin } of together) stdin.end('go');
    const counted = await Promise.all(
      together.map(async (counting) => {
        const all: number[] = [];
        for await (const at of countedBy(counting)) all.push(at);
        return all;
      }),
    );
    for (const all of counted) expect(all.length).toBeGreaterThan(0);
    // What one process committed, no other did.
    expect(counted.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 5_000 }, (_, n) => n + 1));
    await expectWhole(openSqliteReadModels({ file }), 5_000);
  });

  it('has all of a commit or nothing of it when a process is killed', async () => {
    const file = join(folder, 'killed.db');
    for (let round = 1; round <= 4; round += 1) {
      const counting = count(file, 1_000_000);
      counting.stdin.end('go');
      const exited = once(counting, 'exit');
      const seen: number[] = [];
      for await (const at of countedBy(counting)) {
        seen.push(at);
        // It dies somewhere between two of its instructions, and what it said before it died is read to the end.
        if (seen.length === 50 * round) counting.kill('SIGKILL');
      }
      await exited;
      await expectWhole(openSqliteReadModels({ file }), seen.at(-1) ?? 0);
    }
  });

  it('is waited for while another process writes', async () => {
    const file = join(folder, 'locked.db');
    const store = openSqliteReadModels({ file });
    const writer = new DatabaseSync(file);
    writer.exec('BEGIN IMMEDIATE');
    const commit = store.commit('p', undefined, 1n, [document('a')]);
    // Reading goes on meanwhile; the commit is not through when it has.
    expect(await store.checkpoint('p')).toBeUndefined();
    writer.exec('COMMIT');
    await commit;
    expect(await store.checkpoint('p')).toBe(1n);
    writer.close();
    await store.close();
  });
});

it('the event loop does not stand still while another process keeps the file', async () => {
  const file = join(folder, 'kept.db');
  const store = openSqliteReadModels({ file });
  const names = Array.from({ length: 12 }, (_, n) => `p${n}`);
  for (const name of names) await store.commit(name, undefined, 1n, []);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const commits = names.map((name) => store.commit(name, 1n, 2n, []));
  const took = ownTime();
  for (let round = 0; round < 20; round++) await nextRound();
  expect(took()).toBeLessThan(500);
  other.exec('COMMIT');
  await Promise.all(commits);
  other.close();
  await store.close();
});

describe('a projection with much in it', () => {
  const many = 20_000;

  async function filled(file: string) {
    const store = openSqliteReadModels({ file });
    const entries = [{ index: 'all', key: '', sort: '' }];
    const changes = Array.from({ length: many }, (_, n) => ({ id: `d${n}`, document: `${n}`, entries }));
    await store.commit('p.v1', undefined, 1n, changes);
    return store;
  }

  it('is dropped in pieces, with others’ turns in between', async () => {
    const store = await filled(join(folder, 'pieces.db'));
    let isDropped = false;
    const dropping = store.drop('p.v1').then(() => {
      isDropped = true;
    });
    let rounds = 0;
    for (; !isDropped; rounds++) await nextRound();
    await dropping;
    expect(rounds).toBeGreaterThan(5); // All at once it is two or three.
    expect(await store.projections()).toEqual([]);
    await store.close();
  });

  it('is there under a name that nobody feeds where dropping it was broken off, and goes with those', async () => {
    const file = join(folder, 'broken-off.db');
    const store = await filled(file);
    const dropping = store.drop('p.v1').catch(() => undefined);
    await expect.poll(() => store.projections()).not.toContain('p.v1');
    await store.close();
    await dropping;
    const again = openSqliteReadModels({ file });
    const [left, ...others] = await again.projections();
    expect(others).toEqual([]);
    expect(await again.checkpoint(left ?? '')).toBe(1n);
    const unfed = new UnfedReadModels(again, () => false);
    await unfed.look(2n);
    await unfed.look(2n);
    expect(await again.projections()).toEqual([]);
    await again.close();
    const rows = new DatabaseSync(file).prepare('SELECT count(*) AS left FROM documents').get();
    expect(rows?.left).toBe(0);
  });
});

describe('a file that cannot be used', () => {
  it('is moved aside when it is no database', async () => {
    const file = join(folder, 'garbage.db');
    writeFileSync(file, 'This is no database. '.repeat(500));
    const { store, reasons } = openAndNote(file);
    expect(reasons).toEqual([expect.stringContaining('damaged')]);
    expect(readFileSync(`${file}.discarded`, 'utf8')).toContain('This is no database.');
    await expectUsable(store);
  });

  it("is moved aside, as it was, when it is somebody else's database", async () => {
    const file = join(folder, 'foreign.db');
    const foreign = new DatabaseSync(file);
    foreign.exec("CREATE TABLE accounts (name TEXT); INSERT INTO accounts VALUES ('theirs')");
    foreign.close();
    const { store, reasons } = openAndNote(file);
    expect(reasons).toEqual(['it is not a file of read models']);
    const aside = new DatabaseSync(`${file}.discarded`);
    expect(aside.prepare('SELECT name FROM accounts').get()).toEqual({ name: 'theirs' });
    aside.close();
    await expectUsable(store);
  });

  it('is moved aside when its tables have another shape', async () => {
    const file = join(folder, 'older.db');
    await openSqliteReadModels({ file }).close();
    const older = new DatabaseSync(file);
    older.exec('PRAGMA user_version = 999');
    older.close();
    const { store, reasons } = openAndNote(file);
    expect(reasons).toEqual([expect.stringContaining('version 999')]);
    await expectUsable(store);
  });

  it('is begun anew when the damage shows while it is used', async () => {
    const file = join(folder, 'damaged.db');
    const before = openSqliteReadModels({ file });
    const many = Array.from({ length: 2_000 }, (_, n) => document(`${n}`));
    await before.commit('p', undefined, 1n, many);
    await before.close();
    // The pages that hold the documents are overwritten; the first, which says what the file is, stays.
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, 8192));

    const { store, reasons } = openAndNote(file);
    await expect(
      store.getMany(
        'p',
        many.map(({ id }) => id),
      ),
    ).rejects.toThrow(Unavailable);
    expect(reasons).toEqual([expect.stringContaining('damaged')]);
    expect(await store.checkpoint('p')).toBeUndefined();
    await expectUsable(store);
  });

  it('is put in place by the first of two that find the damage', async () => {
    const file = join(folder, 'damaged-for-two.db');
    const before = openSqliteReadModels({ file });
    const many = Array.from({ length: 2_000 }, (_, n) => document(`${n}`));
    await before.commit('p', undefined, 1n, many);
    await before.close();
    const [one, two] = [openAndNote(file), openAndNote(file)];
    writeFileSync(file, readFileSync(file).fill(0xa5, 8192));

    const query = { index: 'all', key: '', order: 'ascending', limit: 1_000 } as const;
    const readAll = (store: ReadModels) => store.list('p', query);
    await expect(readAll(one.store)).rejects.toThrow(Unavailable);
    await one.store.commit('p', undefined, 2n, [document('anew')]);
    await expect(readAll(two.store)).rejects.toThrow(Unavailable);
    expect(await two.store.checkpoint('p')).toBe(2n);
    await Promise.all([one.store.close(), two.store.close()]);
  });

  it('stops the start when it cannot be made', () => {
    expect(() => openSqliteReadModels({ file: join(folder, 'no-such-folder', 'read-models.db') })).toThrow();
  });
});

it('keeps nothing on the disk when it is kept in memory', async () => {
  const store = openSqliteReadModels({ file: ':memory:' });
  await expectUsable(store);
  expect(existsSync(':memory:')).toBe(false);
});

function document(id: string): Change {
  return { id, document: JSON.stringify({ id }), entries: [{ index: 'all', key: '', sort: '' }] };
}

function openAndNote(file: string): { store: ReadModels; reasons: string[] } {
  const reasons: string[] = [];
  return { store: openSqliteReadModels({ file, onDiscarded: (reason) => reasons.push(reason) }), reasons };
}

async function expectUsable(store: ReadModels): Promise<void> {
  await store.commit('p', undefined, 1n, [document('a')]);
  expect(await store.getMany('p', ['a', '1'])).toEqual(['{"id":"a"}', undefined]);
  await store.close();
}

function count(file: string, last: number) {
  const program = fileURLToPath(new URL('./contract/counting-process.ts', import.meta.url));
  const counting = spawn(process.execPath, [program, file, 'p', String(last)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  processes.push(counting);
  return counting;
}

/** Which events the process has committed, as it says so. */
async function* countedBy(counting: ReturnType<typeof count>): AsyncGenerator<number> {
  for await (const line of createInterface({ input: counting.stdout })) if (line !== 'ready') yield Number(line);
}

/** Documents, lists and checkpoint are of the same event, which is `least` or a later one. */
async function expectWhole(store: ReadModels, least: number): Promise<void> {
  const at = Number(await store.checkpoint('p'));
  expect(at).toBeGreaterThanOrEqual(least);
  expect((await store.get('p', 'total')).document).toBe(String(at));
  expect(await store.count('p', 'total', String(at))).toBe(1);
  expect(await store.count('p', 'all', '')).toBe(at);
  const documents: string[] = [];
  const list = (query: ListQuery) => store.list('p', query);
  for await (const page of everyPage(list, { index: 'all', key: '', order: 'ascending' })) documents.push(...page);
  expect(documents).toHaveLength(at);
  await store.close();
}
