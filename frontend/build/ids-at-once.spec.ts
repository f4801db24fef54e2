import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/testing/temporary-folder.ts';
import { idsAtOnce } from './ids-at-once.ts';
import { built } from './testing/built.ts';

it('gives the id that React has, and renders nothing again for it', async () => {
  const used = "import { useId } from '@mantine/hooks'; export const id = useId('given');";
  const packages = { '@mantine/hooks': '@mantine/hooks/esm/index.mjs' };
  const code = await built(used, [idsAtOnce()], { root: temporaryFolder(), packages, external: ['react'] });
  expect(code).toContain('typeof staticId');
  expect(code).not.toContain('useState');
});

it('says when Mantine does it otherwise', () => {
  const { transform } = idsAtOnce();
  const handler = (transform as { handler: (code: string) => unknown }).handler;
  expect(() => handler('export const useId = () => "x";')).toThrow('look whether this is still needed');
});
