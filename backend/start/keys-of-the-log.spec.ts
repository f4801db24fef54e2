import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { operate } from '../testing/operators-desk.ts';
import { startShop } from '../testing/running-shop.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

describe('keys that the log was not begun with', () => {
  it('are refused with one line, by the shop and by the operator’s commands', async () => {
    const DATA_DIR = temporaryFolder();
    const open = () => startShop({ DATA_DIR }, { passwords: quickPasswords });
    await (await open()).close();
    await (await open()).close();
    rmSync(join(DATA_DIR, 'identity-keys.json'));
    await expect(open()).rejects.toThrow(/^identity-keys\.json, or IDENTITY_KEYS, is not what this log was begun with/);
    expect(await operate({ DATA_DIR }, 'erase', 'mina@example.com')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^identity-keys\.json, or IDENTITY_KEYS, is not what .*\n$/),
    });
  });
});
