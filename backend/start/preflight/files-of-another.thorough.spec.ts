import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { restrictedUser } from '../../testing/machine/restricted-user.ts';
import { productionSettings, runShop } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const names = ['forgotten.jsonl', 'read-models.db', 'seals.jsonl', 'seal-key.json'];

it.each(names)('a start with a %s that is another user’s ends with one line that names the file', async (name) => {
  const DATA_DIR = temporaryFolder();
  writeFileSync(join(DATA_DIR, name), '');
  chmodSync(join(DATA_DIR, name), 0);
  if (restrictedUser !== undefined) chownSync(DATA_DIR, restrictedUser, restrictedUser);
  const { code, stderr } = await runShop(await productionSettings({ DATA_DIR }), restrictedUser);
  expect(stderr).toMatch(/^Inventory cannot start: [^\n]+ cannot be read[^\n]+EACCES[^\n]+\n$/);
  expect(stderr).toContain(name);
  expect(code).toBe(1);
});
