import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/testing/temporary-folder.ts';
import { idsAtOnce } from './ids-at-once.ts';

const packages = join(import.meta.dirname, '../../node_modules');

async function built(used: string): Promise<string> {
  const root = temporaryFolder();
  writeFileSync(join(root, 'entry.js'), used);
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [idsAtOnce()],
    resolve: { alias: { '@mantine/hooks': join(packages, '@mantine/hooks/esm/index.mjs') } },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'entry.js'), formats: ['es'] },
      rolldownOptions: { external: ['react'] },
    },
  });
  return JSON.stringify(result);
}

it('gives the id that React has, and renders nothing again for it', async () => {
  const code = await built("import { useId } from '@mantine/hooks'; export const id = useId('given');");
  expect(code).toContain('typeof staticId');
  expect(code).not.toContain('useState');
});

it('says when Mantine does it otherwise', () => {
  const { transform } = idsAtOnce();
  const handler = (transform as { handler: (code: string) => unknown }).handler;
  expect(() => handler('export const useId = () => "x";')).toThrow('look whether this is still needed');
});
