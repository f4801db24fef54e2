import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/testing/temporary-folder.ts';
import { leanPackages } from './lean-packages.ts';

const packages = join(import.meta.dirname, '../../node_modules');

async function built(used: string, plugins: Plugin[]): Promise<string> {
  const root = temporaryFolder();
  writeFileSync(join(root, 'entry.js'), used);
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    resolve: { alias: [{ find: /^(@mantine\/core|react-router-dom)$/, replacement: join(packages, '$1') }] },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'entry.js'), formats: ['es'], cssFileName: 'styles' },
    },
  });
  return [result]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .map((one) => (one.type === 'chunk' ? one.code : ''))
    .join();
}

const router =
  "import { BrowserRouter, Link, Routes } from 'react-router-dom'; export const used = [BrowserRouter, Link, Routes];";

const ofOtherParts = 'react-router-scroll-positions';
const toDevelopers = 'No routes matched location';

it('leaves out what the router has beside what is used, and what it says to who develops with it', async () => {
  const [asItIs, lean] = await Promise.all([built(router, []), built(router, [leanPackages()])]);
  expect(asItIs).toContain(ofOtherParts);
  expect(asItIs).toContain(toDevelopers);
  expect(lean).toContain('popstate');
  expect(lean).not.toContain(ofOtherParts);
  expect(lean).not.toContain(toDevelopers);
});

it('gives parts of a page no names for tools', async () => {
  const code = await built("import { Anchor } from '@mantine/core'; export const used = Anchor;", [leanPackages()]);
  expect(code).toContain('Anchor');
  expect(code).not.toContain('"@mantine/core/Anchor"');
});
