import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
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
});
