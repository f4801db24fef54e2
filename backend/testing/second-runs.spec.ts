import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('a test that passes when it is run again is named, with why it had failed; others are not', () => {
  const folder = mkdtempSync(join(root, 'node_modules/.second-runs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = `import { secondRuns } from ${JSON.stringify(join(import.meta.dirname, 'second-runs.ts'))};
    export default { test: { retry: 1, reporters: ['dot', secondRuns()] } };`;
  const spec = `import { expect, it } from 'vitest';
    let runs = 0;
    it('fails by chance', () => expect(++runs).toBe(2));
    it('passes', () => {});
    it('always fails', () => expect(1).toBe(2));`;
  writeFileSync(join(folder, 'vitest.config.mjs'), config);
  writeFileSync(join(folder, 'some.spec.mjs'), spec);
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { stdout } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], { encoding: 'utf8' });
  expect(stdout.split('\n').filter((line) => line.startsWith('needed a second run'))).toEqual([
    'needed a second run: some.spec.mjs > fails by chance (expected 1 to be 2 // Object.is equality)',
  ]);
});
