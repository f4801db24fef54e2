import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../start/settings/config.ts';
import { smallDisk } from '../testing/machine/small-disk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openProvider } from './provider.ts';

const open = (DATA_DIR: string) =>
  openProvider(
    readConfig({ DATA_DIR, PAYMENTS: 'sandbox' }),
    Buffer.alloc(32),
    () => 'http://localhost',
    () => {},
  );

describe('a payment sandbox whose file cannot be opened', () => {
  it.each([0, 4, 12])('for want of room says so, and of no backup: %s kB left', async (kilobytes) => {
    const disk = smallDisk(64);
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'something-else'), Buffer.alloc(bavail * bsize - kilobytes * 1_024));
    await expect(open(disk)).rejects.toThrow(
      new RegExp(`^There is no room left on the disk for ${join(disk, 'sandbox.db')}\\.$`),
    );
  });

  it('is to be put back from a backup where it is damaged, and not where something else is in its place', async () => {
    const [damaged, folder] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(damaged, 'sandbox.db'), Buffer.alloc(8_192, 'no database'));
    mkdirSync(join(folder, 'sandbox.db'));
    await expect(open(damaged)).rejects.toThrow(/cannot be used.*Put it back from a backup\.$/);
    await expect(open(folder)).rejects.toThrow(/cannot be used for the payment sandbox \([^()]+\)\.$/);
  });
});
