import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { operate } from '../testing/operators-desk.ts';
import { startShop } from '../testing/running-shop.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A shop that is closed, and was opened twice. */
async function shopOfBefore() {
  const DATA_DIR = temporaryFolder();
  const open = () => startShop({ DATA_DIR }, { passwords: quickPasswords });
  await (await open()).close();
  await (await open()).close();
  return { DATA_DIR, open, file: join(DATA_DIR, 'identity-keys.json') };
}

describe('keys that the log was not begun with', () => {
  it('are refused with one line, by the shop and by the operator’s commands', async () => {
    const { DATA_DIR, open, file } = await shopOfBefore();
    writeFileSync(file, (await operate({}, 'keys')).stdout);
    await expect(open()).rejects.toThrow(/^identity-keys\.json, or IDENTITY_KEYS, is not what this log was begun with/);
    for (const said of [
      ['erase', 'mina@example.com'],
      ['keys', 'rotate'],
    ]) {
      expect(await operate({ DATA_DIR }, ...said)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^identity-keys\.json, or IDENTITY_KEYS, is not what .*\n$/),
      });
    }
  });
});

describe('a file of keys that is lost', () => {
  it('is said to be missing, by the shop and by the operator’s commands, and none is left in its place', async () => {
    const { DATA_DIR, open, file } = await shopOfBefore();
    rmSync(file);
    const isMissing = `${file} is missing, and this log was begun with it. Put it back from a backup, or set IDENTITY_KEYS to what it said.`;
    await expect(open()).rejects.toThrow(isMissing);
    for (const said of [
      ['erase', 'mina@example.com'],
      ['keys', 'rotate'],
      ['keys', 'add', 'wrapping'],
    ]) {
      expect(await operate({ DATA_DIR }, ...said)).toEqual({ code: 1, stdout: '', stderr: `${isMissing}\n` });
    }
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(DATA_DIR).filter((name) => name.startsWith('identity-keys'))).toEqual([]);
  });
});
