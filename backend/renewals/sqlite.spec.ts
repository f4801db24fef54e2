import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Renewal } from '../../modules/identity/sessions/renewal.ts';
import type { Renewals } from '../../modules/identity/sessions/renewals.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { renewalsContract } from './contract.ts';
import { openSqliteRenewals } from './sqlite.ts';

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  renewalsContract('SQLite', async () =>
    openSqliteRenewals({ file: join(folder, 'renewals.db'), now: () => new Date() }),
  );
});

describe('the file of renewals', () => {
  it('has no rows of sessions whose time is over, once others are renewed', async () => {
    const file = join(temporaryFolder(), 'renewals.db');
    let time = 1_000_000;
    const store = openSqliteRenewals({ file, now: () => new Date(time) });
    const renew = (sid: string) => store.change(sid, new Date(time + 5_000), () => ({ settled: 1, recent: [] }));
    for (let n = 0; n < 20; n++) await renew(`s${n}`);
    time += 120_000;
    await renew('another');
    const rows = new DatabaseSync(file).prepare('SELECT sid FROM renewals').all();
    expect(rows).toEqual([{ sid: 'another' }]);
    await store.close();
  });

  it('has none of them either after the clock was ahead for a month', async () => {
    const file = join(temporaryFolder(), 'renewals.db');
    const month = 30 * 86_400_000;
    let time = 1_000_000 + month;
    const store = openSqliteRenewals({ file, now: () => new Date(time) });
    const renew = (sid: string) => store.change(sid, new Date(time + 5_000), () => ({ settled: 1, recent: [] }));
    await renew('ahead');
    time -= month;
    await renew('s1');
    time += 120_000;
    await renew('another');
    const rows = new DatabaseSync(file).prepare('SELECT sid FROM renewals').all();
    expect(rows.map(({ sid }) => sid)).not.toContain('s1');
    await store.close();
  });

  it('is said to be out of reach when there is no room for what is written, and is written once there is', async () => {
    const asked = vi.spyOn(DatabaseSync.prototype, 'exec');
    onTestFinished(() => asked.mockRestore());
    const { store } = openAndNote(join(temporaryFolder(), 'renewals.db'));
    const [database] = asked.mock.contexts;
    if (!(database instanceof DatabaseSync)) throw new Error('No database was opened.');
    database.exec('PRAGMA max_page_count = 1');
    await expect(fill(store)).rejects.toThrow(
      new Unavailable('What renews sessions cannot be written: database or disk is full'),
    );
    database.exec('PRAGMA max_page_count = 4294967294');
    await fill(store);
    expect(await store.find('s99')).toEqual(long);
  });

  it('is begun anew when it was damaged behind its header before it is opened', async () => {
    const file = await damaged();
    const { store, reasons } = openAndNote(file);
    expect(reasons).toEqual([]);
    expect(await store.change('s50', later(), () => brief)).toEqual(brief);
    expect(reasons).toEqual([expect.stringContaining('damaged')]);
    expect(await store.find('s50')).toEqual(brief);
    expect(await store.find('s51')).toBeUndefined();
  });

  it('is begun anew by whichever process finds the damage while it is open, and the others go on with the new one', async () => {
    const file = join(temporaryFolder(), 'renewals.db');
    const { store: other, reasons: ofOther } = openAndNote(file);
    await fill(other);
    const { store, reasons } = openAndNote(file);
    damage(file);
    expect(await store.find('s50')).toBeUndefined();
    expect(await store.change('s50', later(), () => brief)).toEqual(brief);
    expect(reasons).toEqual([expect.stringContaining('damaged')]);
    expect(await other.find('s50')).toEqual(brief);
    await other.change('s51', later(), () => brief);
    expect(await store.find('s51')).toEqual(brief);
    expect(ofOther).toEqual([]);
  });

  it('is made as soon as that can be, after it was damaged and none could be made', async () => {
    const file = await damaged();
    const { store } = openAndNote(file, () => mkdirSync(file));
    await expect(store.find('s50')).rejects.toThrow(Unavailable);
    await expect(store.change('s50', later(), () => brief)).rejects.toThrow(Unavailable);
    rmdirSync(file);
    expect(await store.change('s50', later(), () => brief)).toEqual(brief);
  });
});

const brief: Renewal = { settled: 1, recent: [] };
const long: Renewal = { settled: 1, recent: Array.from({ length: 50 }, (_, n) => [n, 1_700_000_000_000]) };
const later = () => new Date(Date.now() + 60_000);

/** As many as take many pages. */
async function fill(store: Renewals): Promise<void> {
  for (let n = 0; n < 100; n++) await store.change(`s${n}`, later(), () => long);
}

function openAndNote(file: string, onDiscarded = () => {}) {
  const reasons: string[] = [];
  const store = openSqliteRenewals({
    file,
    now: () => new Date(),
    onDiscarded(reason) {
      reasons.push(reason);
      onDiscarded();
    },
  });
  onTestFinished(() => store.close());
  return { store, reasons };
}

async function damaged(): Promise<string> {
  const file = join(temporaryFolder(), 'renewals.db');
  const store = openSqliteRenewals({ file, now: () => new Date() });
  await fill(store);
  await store.close();
  damage(file);
  return file;
}

/** Overwrites the pages that hold what is kept; the first, which says what the file is, stays. */
function damage(file: string): void {
  const writer = new DatabaseSync(file);
  writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  writer.close();
  writeFileSync(file, readFileSync(file).fill(0xa5, 4_096));
}
