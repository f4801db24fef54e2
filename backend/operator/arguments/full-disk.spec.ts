import { readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { demoAdmin } from '../../start/demo/seed.ts';
import { asOften } from '../../testing/as-often.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { enlarge, smallDisk } from '../../testing/machine/small-disk.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { runOperator } from '../../testing/shop-process.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { thoroughly } from '../../testing/thoroughly.ts';

async function sealedShop() {
  const DATA_DIR = temporaryFolder();
  await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
  expect(await operate({ DATA_DIR }, 'audit', 'seal')).toMatchObject({ code: 0 });
  return { DATA_DIR };
}

function fill(disk: string) {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'something-else'), Buffer.alloc(bavail * bsize));
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

  thoroughly(
    'keeps nobody from a backup elsewhere, which says that it was made though it cannot be written down',
    async () => {
      const DATA_DIR = smallDisk(12_288);
      const shop = await startShop({ DATA_DIR, SEED: 'demo', LOG_LEVEL: 'silent' }, { passwords: quickPasswords });
      onTestFinished(() => shop.close());
      fill(DATA_DIR);
      const folder = join(temporaryFolder(), 'backup');
      const stderr = `There is no room left on the disk for ${join(DATA_DIR, 'events.db')}.\n`;
      const stdout = expect.stringMatching(/^Backed up \d+ files of /);
      expect(await operate({ DATA_DIR }, 'backup', folder)).toEqual({ code: 1, stdout, stderr });
      expect(await operate({ DATA_DIR: temporaryFolder() }, 'restore', folder)).toMatchObject({ code: 0, stderr: '' });
      // As a process, whose log would be on standard error, too.
      const rebuilt = await runOperator({ DATA_DIR }, 'projections', 'rebuild', 'books');
      expect(rebuilt).toEqual({ code: 1, stdout: expect.any(String), stderr });
    },
  );

  thoroughly('is said to be by what a closed shop keeps, whoever opens it', async () => {
    const DATA_DIR = smallDisk(12_288);
    await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
    fill(DATA_DIR);
    const refusal = (file: string) => `There is no room left on the disk for ${join(DATA_DIR, file)}.`;
    const elsewhere = temporaryFolder();
    for (const [file, command, ...words] of [
      ['events.db', 'verify'],
      ['events.db', 'history'],
      ['events.db', 'books'],
      ['events.db', 'audit', 'verify'],
      ['events.db', 'export', join(elsewhere, 'events')],
      ['renewals.db', 'backup', join(elsewhere, 'backup')],
    ] as const) {
      const said = { code: 1, stdout: '', stderr: `${refusal(file)}\n` };
      expect(await operate({ DATA_DIR }, command, ...words), command).toEqual(said);
    }
    expect(readdirSync(elsewhere)).toEqual([]);
    await expect(startShop({ DATA_DIR, LOG_LEVEL: 'silent' })).rejects.toThrow(refusal('events.db'));
  });

  thoroughly(
    'is said to be by what a command keeps itself, wherever the log is, and nothing is left of it',
    async () => {
      const events = await startEventStoreUnderTest({ ownLog: true });
      onTestFinished(events.stop);
      const DATA_DIR = smallDisk(4_096);
      const settings = { DATA_DIR, EVENT_STORE: events.address, LOG_LEVEL: 'silent' };
      await (await startShop({ ...settings, SEED: 'demo' }, { passwords: quickPasswords })).close();
      for (const name of readdirSync(DATA_DIR)) if (name.startsWith('read-models.db')) rmSync(join(DATA_DIR, name));
      fill(DATA_DIR);
      const stderr = `There is no room left on the disk for ${join(DATA_DIR, 'read-models.db')}.\n`;
      for (const words of [['verify'], ['books'], ['projections', 'promote', 'tools'], ['promote', demoAdmin.email]]) {
        expect(await operate(settings, ...words), words.join(' ')).toEqual({ code: 1, stdout: '', stderr });
      }
      const running = smallDisk(12_288);
      const shop = await startShop({ DATA_DIR: running, SEED: 'demo', LOG_LEVEL: 'silent' });
      onTestFinished(() => shop.close());
      expect(await operate({ DATA_DIR: running }, 'verify')).toMatchObject({ code: 0 });
      fill(running);
      const before = readdirSync(running);
      expect(await operate({ DATA_DIR: running }, 'verify')).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/ There is no room left on the disk for \S+\/scratch-\S+\.db\.\n$/),
      });
      expect(readdirSync(running)).toEqual(before);
    },
  );

  thoroughly('keeps a shop from opening in half of a restore, which is made whole when there is room', async () => {
    const settings = await sealedShop();
    const folder = join(temporaryFolder(), 'backup');
    expect(await operate(settings, 'backup', folder)).toMatchObject({ code: 0 });
    for (const kilobytes of [4, 64]) {
      const DATA_DIR = smallDisk(kilobytes);
      expect(await operate({ DATA_DIR }, 'restore', folder), `${kilobytes} kB`).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no room left on the disk for ${DATA_DIR}.\n`,
      });
      await expect(startShop({ DATA_DIR, LOG_LEVEL: 'silent' })).rejects.toThrow();
      enlarge(DATA_DIR, 65_536);
      expect(await operate({ DATA_DIR }, 'restore', folder)).toMatchObject({ code: 0, stderr: '' });
    }
  });
});
