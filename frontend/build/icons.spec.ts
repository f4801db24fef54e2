import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/testing/temporary-folder.ts';
import { icons } from './icons.ts';
import { built } from './testing/built.ts';

const codeOf = (name: string) =>
  built(`export { default } from '~icons/${name}';`, [icons()], {
    root: temporaryFolder(),
    packages: {},
    external: ['react/jsx-runtime'],
  });

it('puts the one icon that is asked for into the pages, and none besides', async () => {
  const code = await codeOf('plus');
  expect(code.match(/ d=\\?"/g)).toHaveLength(1);
  expect(code).toContain('M12 5v14m-7-7h14');
});

it('refuses an icon that Tabler has not', async () => {
  await expect(codeOf('plus-one-too-many')).rejects.toThrow('Tabler has no icon plus-one-too-many.');
});
