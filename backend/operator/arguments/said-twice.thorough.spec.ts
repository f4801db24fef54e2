import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { restore } from '../backups/restore.ts';

it.each(['backup', 'export'])(
  'of two who say %s at once one has it, and the other is told that it is there',
  async (what) => {
    const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
    await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
    const made = join(beside, 'made');
    const ended = await Promise.all(Array.from({ length: 3 }, () => operate({ DATA_DIR }, what, made)));
    const others = ended.filter(({ code }) => code !== 0).map(({ code, stdout, stderr }) => ({ code, stdout, stderr }));
    const told = { code: 1, stdout: '', stderr: expect.stringMatching(new RegExp(`^${made} is there already\\.?\n$`)) };
    expect(others).toEqual([told, told]);
    expect(readdirSync(beside)).toEqual(['made']);
  },
);

it('of two restores at once the one that began first is given up, and what is there is of the other', async () => {
  const [first, second, beside, DATA_DIR] = [
    temporaryFolder(),
    temporaryFolder(),
    temporaryFolder(),
    temporaryFolder(),
  ];
  for (const [from, to] of [
    [first, 'first'],
    [second, 'second'],
  ] as const) {
    await (await startShop({ DATA_DIR: from, SEED: 'none' }, { passwords: quickPasswords })).close();
    expect(await operate({ DATA_DIR: from }, 'backup', join(beside, to))).toMatchObject({ code: 0 });
  }
  vi.stubEnv('DATA_DIR', DATA_DIR);
  onTestFinished(() => void vi.unstubAllEnvs());
  const watching = { signal: new AbortController().signal, reached: () => {} };
  const inTheMidst = async () => {
    expect(await operate({ DATA_DIR }, 'restore', join(beside, 'second'))).toMatchObject({ code: 0 });
  };
  await expect(restore(join(beside, 'first'), watching, inTheMidst)).rejects.toThrow(
    'Another restore has begun here since: this one was given up.',
  );
  const keysIn = (folder: string) => readFileSync(join(folder, 'identity-keys.json'), 'utf8');
  expect(keysIn(DATA_DIR)).toBe(keysIn(second));
  await (await startShop({ DATA_DIR, SEED: 'none' }, { passwords: quickPasswords })).close();
});
