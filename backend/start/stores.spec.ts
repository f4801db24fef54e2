import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { BadSetting } from './config.ts';
import { openDataDir } from './stores.ts';

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
    expect(() => openDataDir({ DATA_DIR: path })).toThrow(BadSetting);
    expect(() => openDataDir({ DATA_DIR: join(path, 'data') })).toThrow(
      /^DATA_DIR cannot be written to: \S+ \(ENOTDIR\)$/,
    );
  });

  it.runIf(existsSync('/proc'))('is refused where no folder can be made', () => {
    expect(() => openDataDir({ DATA_DIR: '/proc/inventory/data' })).toThrow(BadSetting);
  });
});
