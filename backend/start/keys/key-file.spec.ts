import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readOrMade, replaced } from './key-file.ts';

it('a file of keys that is made or replaced leaves no keys beside it, of whoever was killed while they wrote it either', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'keys.json');
  const [left, underWay, others] = ['keys.json.0123456789abcdef', 'keys.json.fedcba9876543210', 'keys.json.copy'];
  const minutesAgo = new Date(Date.now() - 120_000);
  const leave = (name: string, at: Date) => {
    writeFileSync(join(folder, name), 'secret');
    utimesSync(join(folder, name), at, at);
  };
  leave(left, minutesAgo);
  leave(others, minutesAgo);
  leave(underWay, new Date());
  expect(await readOrMade(file, () => 'one')).toBe('one');
  expect(readdirSync(folder).sort()).toEqual(['keys.json', others, underWay]);
  leave(left, minutesAgo);
  await replaced(file, 'two', () => {});
  expect(readdirSync(folder).sort()).toEqual(['keys.json', others, underWay]);
});
