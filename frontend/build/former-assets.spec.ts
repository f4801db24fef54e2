import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/testing/temporary-folder.ts';
import { formerAssets } from './former-assets.ts';
import { precompressed } from './precompressed.ts';

it('leaves what the build before named where it was, for a while', async () => {
  const root = temporaryFolder();
  const assets = join(root, 'dist/assets');
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/page.js"></script>');
  const built = async (text: string) => {
    writeFileSync(join(root, 'page.js'), `document.title = ${JSON.stringify(text.repeat(200))};`);
    await build({ root, configFile: false, logLevel: 'silent', plugins: [precompressed(), formerAssets(30)] });
    return readdirSync(assets).toSorted();
  };
  const first = await built('one');
  expect(first.length).toBe(3); // The script, and both of its compressed forms.
  const both = await built('two');
  expect(both).toEqual(expect.arrayContaining(first));
  expect(both.length).toBe(6);
  expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).not.toContain(first[0]);

  const longAgo = new Date(Date.now() - 31 * 86_400_000);
  for (const name of first) utimesSync(join(assets, name), longAgo, longAgo);
  expect(await built('two')).toEqual(both.filter((name) => !first.includes(name)));
});
