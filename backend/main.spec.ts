import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canRunRestricted, restrictedUser } from './testing/restricted-user.ts';
import { productionSettings, runShop } from './testing/shop-process.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

/** What the shop says and how it ends, when it is started on such a data directory. */
async function startedOn(prepare: (folder: string) => void, user?: number) {
  const folder = temporaryFolder();
  prepare(folder);
  return runShop(await productionSettings({ DATA_DIR: folder }), user);
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

  it.skipIf(!canRunRestricted).each(['forgotten.jsonl', 'seals.jsonl', 'seal-key.json', 'read-models.db'])(
    'with a %s that is another user’s ends with one line that names the file',
    async (name) => {
      const { code, stderr } = await startedOn((folder) => {
        writeFileSync(join(folder, name), '');
        chmodSync(join(folder, name), 0);
        if (restrictedUser !== undefined) chownSync(folder, restrictedUser, restrictedUser);
      }, restrictedUser);
      expect(stderr).toMatch(/^Inventory cannot start: [^\n]+ cannot be read[^\n]+EACCES[^\n]+\n$/);
      expect(stderr).toContain(name);
      expect(code).toBe(1);
    },
  );
});
