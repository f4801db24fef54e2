import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { restrictedUser } from '../../testing/machine/restricted-user.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { runOperatorAs } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

describe('an operator who may not look into a folder', () => {
  it('is told so, and not that nothing is there', async () => {
    const [DATA_DIR, beside, own] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    await (await startShop({ DATA_DIR }, { passwords: quickPasswords })).close();
    const folder = join(beside, 'backup');
    expect(await operate({ DATA_DIR }, 'backup', folder)).toMatchObject({ code: 0 });
    if (restrictedUser !== undefined) chownSync(own, restrictedUser, restrictedUser);
    for (const place of [DATA_DIR, beside]) {
      chmodSync(place, 0);
      onTestFinished(() => chmodSync(place, 0o700));
    }
    const asRestricted = (dataDir: string, ...said: string[]) =>
      runOperatorAs(restrictedUser, { DATA_DIR: dataDir }, ...said);
    for (const command of ['books', 'audit verify', 'history']) {
      expect(await asRestricted(DATA_DIR, ...command.split(' ')), command).toEqual({
        code: 1,
        stdout: '',
        stderr: `${join(DATA_DIR, 'events.db')} may not be read or written by this user.\n`,
      });
    }
    expect(await asRestricted(join(own, 'data'), 'restore', folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${join(folder, 'backup.json')} may not be read or written by this user.\n`,
    });
  });
});
