import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const script = `
  import { writeFileSync } from 'node:fs';
  import { ownFolder } from ${JSON.stringify(join(import.meta.dirname, 'own-folder.ts'))};
  writeFileSync(ownFolder('bench-', process.argv[1]) + '/events.db', 'much');
  console.log('there');
  if (process.argv[2] === 'waits') setInterval(() => {}, 1_000);
`;

it.each([
  ['waits', 'SIGTERM', 143],
  ['waits', 'SIGINT', 130],
  ['ends', undefined, 0],
] as const)('the folder of a process that %s goes with it (%s)', async (how, signal, code) => {
  const within = temporaryFolder();
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, within, how]);
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  if (signal) {
    expect(readdirSync(within)).toHaveLength(1);
    child.kill(signal);
  }
  expect(await exited).toEqual([code, null]);
  expect(readdirSync(within)).toEqual([]);
});
