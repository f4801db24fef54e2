import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quickPasswords } from '../../doubles/quick-passwords.ts';
import { operate } from '../../testing/operators-desk.ts';
import { startShop } from '../../testing/running-shop.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

describe('a backup', () => {
  it('is not made in DATA_DIR, by whatever way that is named, and nothing is written', async () => {
    const [folder, beside] = [temporaryFolder(), temporaryFolder()];
    const DATA_DIR = join(folder, 'data');
    await (await startShop({ DATA_DIR }, { passwords: quickPasswords })).close();
    mkdirSync(join(DATA_DIR, 'own'));
    symlinkSync(DATA_DIR, join(beside, 'link'));
    symlinkSync(join(DATA_DIR, 'own'), join(beside, 'deep'));
    const before = readdirSync(DATA_DIR);
    const places = [DATA_DIR, `${DATA_DIR}/`, join(DATA_DIR, 'backup'), join(DATA_DIR, 'of/some/day')];
    const throughLinks = [join(beside, 'link'), join(beside, 'link/backup'), join(beside, 'deep/of/some/day')];
    for (const dataDir of [DATA_DIR, join(beside, 'link')]) {
      for (const place of [...places, ...throughLinks]) {
        expect(await operate({ DATA_DIR: dataDir }, 'backup', place), `${place} of ${dataDir}`).toEqual({
          code: 1,
          stdout: '',
          stderr: `${place.replace(/\/$/, '')} is in DATA_DIR, and would be lost with it: name a folder elsewhere.\n`,
        });
      }
    }
    expect(readdirSync(DATA_DIR)).toEqual(before);
    expect(readdirSync(join(DATA_DIR, 'own'))).toEqual([]);
    expect(readdirSync(beside)).toEqual(['deep', 'link']);
    // What is only called alike is elsewhere.
    expect(await operate({ DATA_DIR }, 'backup', `${DATA_DIR}-backup`)).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(`${DATA_DIR}-backup`)).toBe(true);
  });

  it('is neither restored nor imported where DATA_DIR is a file, or a link to nothing', async () => {
    const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
    const [folder, events] = [join(beside, 'backup'), join(beside, 'events')];
    const [file, link] = [join(beside, 'file'), join(beside, 'link')];
    await (await startShop({ DATA_DIR, SEED: 'demo' }, { passwords: quickPasswords })).close();
    expect(await operate({ DATA_DIR }, 'backup', folder)).toMatchObject({ code: 0 });
    expect(await operate({ DATA_DIR }, 'export', events)).toMatchObject({ code: 0 });
    writeFileSync(file, '');
    symlinkSync(join(beside, 'nothing'), link);
    for (const said of [
      ['restore', folder],
      ['import', events],
    ]) {
      expect(await operate({ DATA_DIR: file }, ...said)).toMatchObject({
        code: 1,
        stderr: `DATA_DIR is a file, where a folder is meant: ${file}\n`,
      });
      expect(await operate({ DATA_DIR: link }, ...said)).toMatchObject({
        code: 1,
        stderr: `DATA_DIR is a link to what is not there: ${link}\n`,
      });
    }
    expect(existsSync(join(beside, 'nothing'))).toBe(false);
  });

  it('is not made where a link to nothing is', async () => {
    const [DATA_DIR, beside] = [temporaryFolder(), temporaryFolder()];
    await (await startShop({ DATA_DIR }, { passwords: quickPasswords })).close();
    symlinkSync(join(beside, 'nothing'), join(beside, 'link'));
    expect(await operate({ DATA_DIR }, 'backup', join(beside, 'link'))).toEqual({
      code: 1,
      stdout: '',
      stderr: `${join(beside, 'link')} is there already\n`,
    });
    expect(readdirSync(beside)).toEqual(['link']);
  });
});
