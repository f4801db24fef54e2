import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { textOf } from '../../start/keys/identity-keys.ts';
import { type KeptKeys, keptIn } from '../../start/keys/kept-keys.ts';
import { withNew, withOthersRetired } from '../../start/keys/key-steps.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { backup } from './backup.ts';

const name = 'identity-keys.json';
const keysOf = (folder: string) => keptIn(readFileSync(join(folder, name), 'utf8'), name);

/** A data directory, and how it is backed up while its keys are replaced, as soon as the first of its files is copied. */
async function shopToBackUp() {
  const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
  await (await startShop({ DATA_DIR }, { passwords: quickPasswords })).close();
  vi.stubEnv('DATA_DIR', DATA_DIR);
  onTestFinished(() => void vi.unstubAllEnvs());
  const replace = (keys: KeptKeys) => writeFileSync(join(DATA_DIR, name), textOf(keys));
  const folder = join(beside, 'backup');
  return {
    ...{ DATA_DIR, beside, folder, replace },
    backUp: (meanwhile: KeptKeys) =>
      backup(folder, { signal: new AbortController().signal, reached: () => replace(meanwhile) }),
  };
}

it('a backup has the keys that came while it was made: what is in its log may be sealed with them', async () => {
  const { DATA_DIR, folder, backUp } = await shopToBackUp();
  const before = keysOf(DATA_DIR);
  const after = withOthersRetired(await withNew(before, 'wrapping'), 'wrapping');
  expect((await backUp(after)).files.map((file) => file.name)).toContain(name);
  expect(keysOf(folder)).toEqual(after);
});

it('no backup is made where a key went meanwhile: what is in its log may be sealed with that', async () => {
  const { DATA_DIR, beside, replace, backUp } = await shopToBackUp();
  const after = keysOf(DATA_DIR);
  const before = await withNew(after, 'wrapping');
  replace(before);
  await expect(backUp(after)).rejects.toThrow(/^A key is gone from .* Please say backup again\.$/);
  expect(readdirSync(beside)).toEqual([]);
  expect((await backUp(after)).files.map((file) => file.name)).toContain(name);
});
