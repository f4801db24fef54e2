import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { openDataDir } from '../../start/stores/stores.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { beginOperator } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

/** A process that would go on for ever is ended, and has no code then. */
async function operated(environment: Readonly<Record<string, string>>, ...said: string[]) {
  const { child, ended } = beginOperator(environment, ...said);
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const { code, stderr } = await ended;
  clearTimeout(tooLong);
  return { code, stderr };
}

// In Linux alone, which has a /proc.
describe('where no folder can be made', () => {
  it('a backup and a restore end with one line that says where', async () => {
    const [DATA_DIR, folder] = [temporaryFolder(), join(temporaryFolder(), 'backup')];
    await (await startShop({ DATA_DIR }, { passwords: quickPasswords })).close();
    expect(await operate({ DATA_DIR }, 'backup', folder)).toMatchObject({ code: 0 });
    for (const place of ['/proc/backup', '/proc/some/backup']) {
      expect(await operated({ DATA_DIR }, 'backup', place)).toEqual({
        code: 1,
        stderr: 'No folder can be made in /proc.\n',
      });
      expect(await operated({ DATA_DIR: place }, 'restore', folder)).toEqual({
        code: 1,
        stderr: 'No folder can be made in /proc.\n',
      });
    }
  });

  it('a start and a command end with one line that names DATA_DIR', () => {
    for (const DATA_DIR of ['/proc/inventory', '/proc/inventory/data']) {
      expect(() => openDataDir({ DATA_DIR })).toThrow(/^DATA_DIR cannot be written to: \S+ \([A-Z]+\)$/);
    }
  });
});
