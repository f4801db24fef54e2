import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('what is loaded when it is needed is loaded the next time, where no file could be opened the first', async () => {
  const script = join(import.meta.dirname, 'without-files.ts');
  const limited = 'ulimit -n 256; exec "$0" "$1"';
  const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, script]);
  const { without, again } = JSON.parse(stdout);
  expect(without.password).not.toBe(true);
  expect(without.mail).not.toContain('ESOCKET');
  expect(again.password).toBe(true);
  expect(again.mail).toContain('ESOCKET');
});
