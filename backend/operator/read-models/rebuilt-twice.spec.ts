import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { makeLog } from '../../bench/logs/made-log.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { byOperator, operatorOf } from '../log/operator-actor.ts';
import type { Progress } from '../output/progress-line.ts';
import type { Run } from '../run.ts';
import { rebuildProjection } from './rebuild-projection.ts';

/** Another operator, from the first word to the last, while this process stands still. */
function anotherRebuilds(dataDir: string): string {
  const words = [join(import.meta.dirname, '../operator.ts'), 'projections', 'rebuild', 'tools', '--as', 'Bo'];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout, stderr, status } = spawnSync(process.execPath, words, { env, timeout: 60_000, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

it('of two builds of one projection the one that is let go of says so, and the other that it has taken its place', async () => {
  const dataDir = temporaryFolder();
  await makeLog({ dataDir, orders: 20, paid: 0.5, tools: 3, people: 2 });
  vi.stubEnv('DATA_DIR', dataDir);
  let other = '';
  const said: string[] = [];
  const run: Run = {
    signal: new AbortController().signal,
    operator: () => operatorOf('Ada'),
    reason: undefined,
    by: () => byOperator(operatorOf('Ada'), undefined),
    say: (text) => void said.push(text),
    sayOne: (line) => void said.push(line),
    sayNothing: () => {},
    remark: () => {},
    progress(unit) {
      // What it has made is in the log by then, and it is about to say how it differs.
      if (unit === 'documents') other = anotherRebuilds(dataDir);
      return { reached: () => {}, end: () => {} } as unknown as Progress;
    },
  };
  await expect(rebuildProjection('tools', run, { values: false })).rejects.toThrow(
    'Build 2 of tools was let go of while it was compared: build 3 was made after it.',
  );
  expect(said).toEqual([]);
  expect(other).toMatch(
    /^Build 3 of tools is there, beside build 1, .* Build 2, which waited to be promoted, is let go of\.\n$/,
  );
});
