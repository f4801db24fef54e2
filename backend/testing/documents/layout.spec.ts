import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sectionOf } from './pages.ts';

const layout = sectionOf('README.md', '## How it is made');
const foldersOf = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []));

describe('where things are, by README.md', () => {
  it('has every module, and no other', () => {
    const [, said = ''] = /^modules\/ .*?: ([a-z, \n]+)$/m.exec(layout) ?? [];
    expect(
      said
        .split(/,\s*|\s*\n\s*/)
        .filter(Boolean)
        .toSorted(),
    ).toEqual(foldersOf('modules').toSorted());
  });

  it('has every room of the backend, and no other', () => {
    const ofBackend = layout.slice(layout.indexOf('\nbackend/'), layout.indexOf('\nfrontend/'));
    const said = [...ofBackend.matchAll(/(?<=^ {2}|, )([a-z-]+)\/(?=[ ,:\n])/gm)].map(([, name]) => name ?? '');
    expect(said.toSorted()).toEqual(foldersOf('backend').toSorted());
  });
});
