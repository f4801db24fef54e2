import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/testing/temporary-folder.ts';
import { firstScreens } from './first-screens.ts';
import { formerAssets } from './former-assets.ts';
import { icons } from './icons.ts';
import { precompressed } from './precompressed.ts';

it('says why a build failed, also where there is none yet, and writes nothing', async () => {
  const root = join(temporaryFolder(), 'frontend');
  mkdirSync(root);
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/page.js"></script>');
  writeFileSync(join(root, 'page.js'), "import '~icons/no-such-icon';");
  writeFileSync(join(root, 'screens.js'), 'export const firstScreens = () => ({ front: {} });');
  const plugins = [icons(), precompressed(), formerAssets(30), firstScreens('screens.js', {})];
  const failed = build({ root, configFile: false, logLevel: 'silent', plugins });
  await expect(failed).rejects.toThrow('Tabler has no icon no-such-icon.');
  expect(existsSync(join(root, 'dist'))).toBe(false);
});
