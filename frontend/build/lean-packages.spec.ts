import { expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/testing/temporary-folder.ts';
import { leanPackages } from './lean-packages.ts';
import { built } from './testing/built.ts';

const packages = { 'react-router-dom': 'react-router-dom', '@mantine/core': '@mantine/core' };
const options = () => ({ root: temporaryFolder(), packages });

const router =
  "import { BrowserRouter, Link, Routes } from 'react-router-dom'; export const used = [BrowserRouter, Link, Routes];";

const ofOtherParts = 'react-router-scroll-positions';
const toDevelopers = 'No routes matched location';

it('leaves out what the router has beside what is used, and what it says to who develops with it', async () => {
  const [asItIs, lean] = await Promise.all([built(router, [], options()), built(router, [leanPackages()], options())]);
  expect(asItIs).toContain(ofOtherParts);
  expect(asItIs).toContain(toDevelopers);
  expect(lean).toContain('popstate');
  expect(lean).not.toContain(ofOtherParts);
  expect(lean).not.toContain(toDevelopers);
});

it('gives parts of a page no names for tools', async () => {
  const code = await built(
    "import { Anchor } from '@mantine/core'; export const used = Anchor;",
    [leanPackages()],
    options(),
  );
  expect(code).toContain('Anchor');
  expect(code).not.toContain('"@mantine/core/Anchor"');
});
