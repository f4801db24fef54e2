import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productionSettings, runOperator, runShop, startShopProcess } from './testing/shop-process.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

/** What the shop says and how it ends, when it is started on such a data directory. */
async function startedOn(prepare: (folder: string) => void) {
  const folder = temporaryFolder();
  prepare(folder);
  return runShop(await productionSettings({ DATA_DIR: folder }));
}

describe('a start on a data directory', () => {
  it('with an event log that cannot be read ends with one line that names the file', async () => {
    const { code, stderr } = await startedOn((folder) => mkdirSync(join(folder, 'events.db')));
    expect(stderr).toMatch(/^Inventory cannot start: \S+events\.db[^\n]+\n$/);
    expect(code).toBe(1);
  });

  it('with a payment sandbox that is no database ends with one line that names the file', async () => {
    const noise = 'This is no database. '.repeat(500);
    const { code, stderr } = await startedOn((folder) => writeFileSync(join(folder, 'sandbox.db'), noise));
    expect(stderr).toMatch(/^Inventory cannot start: \S+sandbox\.db[^\n]+\n$/);
    expect(code).toBe(1);
  });
});

describe('a data directory that was made beforehand, for everybody to look into', () => {
  it('has no file in it that anybody but the shop’s user can read, nor has what an operator makes', async () => {
    const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [DATA_DIR, beside]) chmodSync(folder, 0o755);
    const settings = await productionSettings({ DATA_DIR });
    const shop = await startShopProcess(settings);
    const whileOpen = openToOthers(DATA_DIR);
    await shop.end('SIGTERM');
    expect(await runOperator(settings, 'export', join(beside, 'all.jsonl'))).toMatchObject({ code: 0 });
    expect(await runOperator(settings, 'audit', 'seal')).toMatchObject({ code: 0 });
    expect([...whileOpen, ...openToOthers(DATA_DIR), ...openToOthers(beside)]).toEqual([]);
  });
});

function openToOthers(folder: string): string[] {
  return readdirSync(folder).filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
}
