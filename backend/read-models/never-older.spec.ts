import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { applyUntil, event, expectApplied } from './contract/applying.ts';
import { readModelsContract } from './contract.ts';
import { neverOlder } from './never-older.ts';
import { openSqliteReadModels } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'never-older-'));
afterAll(() => rmSync(folder, { recursive: true }));
const shared = join(folder, 'read-models.db');

readModelsContract('SQLite, never showing anything older', async () =>
  neverOlder(openSqliteReadModels({ file: shared })),
);

describe('read models that went back behind somebody’s back', () => {
  let kept: ReadModels;
  let shown: ReadModels;
  beforeEach(() => {
    kept = openSqliteReadModels({ file: ':memory:' });
    shown = neverOlder(kept);
  });
  afterEach(() => shown.close());

  const queries: { readonly [name: string]: () => Promise<unknown> } = {
    get: () => shown.get('p', 'total'),
    list: () => shown.list('p', { index: 'events', key: '', order: 'ascending', limit: 10 }),
    count: () => shown.count('p', 'events', ''),
  };

  it.each(Object.keys(queries))('refuse %s until they have caught up', async (name) => {
    await applyUntil(shown, 'p', 5n);
    await queries[name]?.();
    await kept.drop('p');
    await expect(queries[name]?.()).rejects.toThrow(Unavailable);
    await applyUntil(kept, 'p', 4n);
    await expect(queries[name]?.()).rejects.toThrow(Unavailable);
    await applyUntil(kept, 'p', 5n);
    await expectApplied(shown, 'p', 5n);
  });

  it('refuse what is said at once, too', () => {
    let asOf = 5n;
    const at = { getNow: () => ({ document: undefined, asOf }) };
    const refused = neverOlder(Object.assign(kept, at));
    expect(refused.getNow?.('p', 'total')?.asOf).toBe(5n);
    asOf = 4n;
    expect(() => refused.getNow?.('p', 'total')).toThrow(Unavailable);
  });

  it('say each time that they refuse', async () => {
    let refused = 0;
    const telling = neverOlder(kept, () => {
      refused += 1;
    });
    await applyUntil(telling, 'p', 5n);
    await telling.get('p', 'total');
    expect(refused).toBe(0);
    await kept.drop('p');
    await expect(telling.get('p', 'total')).rejects.toThrow(Unavailable);
    await expect(telling.count('p', 'events', '')).rejects.toThrow(Unavailable);
    expect(refused).toBe(2);
  });

  it('are refused where only another node has brought them further', async () => {
    await applyUntil(kept, 'p', 5n);
    await shown.checkpoint('p');
    await applyUntil(kept, 'p', 6n);
    await shown.get('p', 'total');
    await kept.drop('p');
    await applyUntil(kept, 'p', 5n);
    await expect(shown.get('p', 'total')).rejects.toThrow(Unavailable);
  });

  it('let projections catch them up', async () => {
    await applyUntil(shown, 'p', 5n);
    await kept.drop('p');
    expect(await shown.checkpoint('p')).toBeUndefined();
    expect(await shown.getMany('p', ['total'])).toEqual([undefined]);
    await shown.commit('p', undefined, 1n, event(1n, 1));
    await applyUntil(kept, 'p', 5n);
    await expectApplied(shown, 'p', 5n);
  });

  it('may begin again when they are dropped on purpose', async () => {
    await applyUntil(shown, 'p', 5n);
    await shown.drop('p');
    await expectApplied(shown, 'p', undefined);
  });
});
