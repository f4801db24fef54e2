import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

describe('the place of a file', () => {
  it('is never read off an address, in which a space or an umlaut of a folder is written otherwise', () => {
    const files = globSync('{backend,modules}/**/*.ts', {
      cwd: root,
      exclude: ['**/node_modules', '**/dist'],
    });
    expect(files.length).toBeGreaterThan(100);
    const address = /import\.meta\.url\)\.pathname/;
    expect(files.filter((file) => address.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
