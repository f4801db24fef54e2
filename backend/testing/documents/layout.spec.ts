import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, sectionOf, textOf } from './pages.ts';

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

  it('has every room of the frontend', () => {
    const ofFrontend = layout.slice(layout.indexOf('\nfrontend/'), layout.indexOf('\ndocs/'));
    // What is built, and what is served as it is.
    const files = ['dist', 'public'];
    const there = foldersOf('frontend').filter((name) => !files.includes(name));
    expect(there.filter((name) => !ofFrontend.includes(`\n  ${name}/`))).toEqual([]);
  });
});

/** Each folder that docs/rooms.md tells of, with the rooms that it says are there. */
const rooms = [
  ...textOf('docs/rooms.md').matchAll(/^(?<folder>[a-z/-]+[a-z])\/ +(?<said>.*)\n(?<rooms>(?: {2}.*\n)+)/gm),
].map(({ groups: { folder = '', said = '', rooms: told = '' } = {} }) => ({
  folder,
  rooms: [...told.matchAll(/^ {2}([a-z-]+)\//gm), ...said.matchAll(/([a-z-]+)\/(?=[,:])/g)].map(
    ([, name = '']) => name,
  ),
}));

const forTests = ['fixtures', 'testing'];
/** What a module has by README.md. */
const ofEachModule = ['commands', 'read-models', 'reactors'];
const roomsOf = (folder: string) =>
  foldersOf(folder).filter(
    (name) => !forTests.includes(name) && !(folder.startsWith('modules/') && ofEachModule.includes(name)),
  );
const foldersBelow = (folder: string): string[] =>
  foldersOf(folder).flatMap((name) => [`${folder}/${name}`, ...foldersBelow(`${folder}/${name}`)]);

describe('the rooms of a large folder, by docs/rooms.md', () => {
  it('are told of all that have some', () => {
    const all = ['backend', 'modules', 'frontend/src', 'frontend/e2e'].flatMap(foldersBelow);
    const large = all.filter((folder) => roomsOf(folder).length > 2);
    expect(large.length).toBeGreaterThan(20);
    // Those of the features are the modules' names.
    const told = [...rooms.map(({ folder }) => folder), 'frontend/src/features'];
    expect(large.filter((folder) => !told.includes(folder))).toEqual([]);
  });

  it.each(rooms)('are those that are there: $folder', ({ folder, rooms: said }) => {
    const there = foldersOf(folder).filter((name) => !forTests.includes(name));
    expect(said.toSorted()).toEqual(there.toSorted());
  });
});
