import { readdirSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../doubles/quick-passwords.ts';
import { asOften } from '../testing/as-often.ts';
import { operate } from '../testing/operators-desk.ts';
import { startShop } from '../testing/running-shop.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

async function sealedShop() {
  const DATA_DIR = temporaryFolder();
  await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
  expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
  return { DATA_DIR };
}

describe('a disk without room', () => {
  it('is said to be by the folder of a backup, of which nothing is left, whatever there was no room for', async () => {
    const settings = await sealedShop();
    const whole = await operate(settings, 'backup', join(temporaryFolder(), 'backup'), '--json');
    const needed = Math.ceil(JSON.parse(whole.stdout).bytes / 1_024);
    // Full at a file of keys, at each of the databases, and at the last page.
    for (let kilobytes = 4; kilobytes <= needed; kilobytes += asOften(needed / 5, 16)) {
      const disk = smallDisk(Math.floor(kilobytes));
      const folder = join(disk, 'backup');
      expect(await operate(settings, 'backup', folder), `${kilobytes} of ${needed} kB`).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no room left on the disk for ${folder}.\n`,
      });
      expect(readdirSync(disk)).toEqual([]);
    }
    const enough = smallDisk(needed + 64);
    expect(await operate(settings, 'backup', join(enough, 'backup'))).toMatchObject({ code: 0, stderr: '' });
  });

  it('is said to be by the file of an export, of which nothing is left', async () => {
    const settings = await sealedShop();
    const whole = join(temporaryFolder(), 'events');
    expect(await operate(settings, 'export', whole)).toMatchObject({ code: 0, stderr: '' });
    const kilobytes = Math.ceil(statSync(whole).size / 1_024);
    for (const less of [kilobytes - 4, 4]) {
      const disk = smallDisk(kilobytes - less);
      const file = join(disk, 'events');
      expect(await operate(settings, 'export', file)).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no room left on the disk for ${file}.\n`,
      });
      expect(readdirSync(disk)).toEqual([]);
    }
  });

  it('keeps nobody from a backup elsewhere, which says that it was made though it cannot be written down', async () => {
    const DATA_DIR = smallDisk(12_288);
    const shop = await startShop({ DATA_DIR, SEED: 'demo', LOG_LEVEL: 'silent' }, { passwords: quickPasswords });
    onTestFinished(() => shop.close());
    const { bavail, bsize } = statfsSync(DATA_DIR);
    writeFileSync(join(DATA_DIR, 'something-else'), Buffer.alloc(bavail * bsize));
    const folder = join(temporaryFolder(), 'backup');
    expect(await operate({ DATA_DIR }, 'backup', folder)).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^Backed up \d+ files of /),
      stderr: `${join(DATA_DIR, 'events.db')}: database or disk is full\n`,
    });
    expect(await operate({ DATA_DIR: temporaryFolder() }, 'restore', folder)).toMatchObject({ code: 0, stderr: '' });
  });
});
