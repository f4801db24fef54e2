import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readConfig } from '../settings/config.ts';
import { openDataDir, openReadModels } from './stores.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('the data directory', () => {
  it("is made with the folders above it, for its owner's eyes only", () => {
    const path = join(temporaryFolder(), 'of/the/shop');
    expect(openDataDir({ DATA_DIR: path })).toBe(path);
    expect(modeOf(path)).toBe(0o700);
    expect(modeOf(join(path, '..'))).not.toBe(0o700);
  });

  it('is left as it is when it is there', () => {
    const path = join(temporaryFolder(), 'there');
    mkdirSync(path, { mode: 0o750 });
    openDataDir({ DATA_DIR: path });
    expect(modeOf(path)).toBe(0o750);
  });

  it('is refused when it is a file', () => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, '');
    for (const mode of [0o600, 0o700]) {
      chmodSync(path, mode);
      expect(() => openDataDir({ DATA_DIR: path })).toThrow(/^DATA_DIR is a file, where a folder is meant: \S+$/);
    }
    expect(() => openDataDir({ DATA_DIR: join(path, 'data') })).toThrow(
      /^DATA_DIR cannot be written to: \S+ \(ENOTDIR\)$/,
    );
  });

  it('is refused when it is a link to nothing, and taken through one to a folder', () => {
    const [folder, link] = [temporaryFolder(), join(temporaryFolder(), 'link')];
    symlinkSync(join(folder, 'data'), link);
    expect(() => openDataDir({ DATA_DIR: link })).toThrow(/^DATA_DIR is a link to what is not there: \S+$/);
    mkdirSync(join(folder, 'data'));
    expect(openDataDir({ DATA_DIR: link })).toBe(link);
  });
});

describe('read models in the data directory', () => {
  it('refuse to show that nothing is there when their file was taken away, until they have caught up', async () => {
    const folder = temporaryFolder();
    const config = readConfig({ DATA_DIR: folder });
    const readModels = await openReadModels(config, openLog('silent'), { follows: true });
    onTestFinished(() => readModels.close());
    const put = (document: string) => [{ id: 'a', document, entries: [] }];
    await readModels.commit('p', undefined, 1n, put('one'));
    expect(await readModels.get('p', 'a')).toEqual({ document: 'one', asOf: 1n });
    const beside = await openReadModels(config, openLog('silent'));
    await expect.poll(() => beside.checkpoint('p')).toBe(1n);
    await beside.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `read-models.db${suffix}`), { force: true });
    await readModels.commit('p', 1n, 2n, put('two'));
    await expect.poll(() => readModels.checkpoint('p')).toBeUndefined();
    await expect(readModels.get('p', 'a')).rejects.toThrow(Unavailable);
    await readModels.commit('p', undefined, 2n, put('two'));
    expect(await readModels.get('p', 'a')).toEqual({ document: 'two', asOf: 2n });
  });
});
