import { expect, it } from 'vitest';
import { ours, vitestRun } from './vitest-run.ts';

const config = `import { stuckFiles } from ${ours('stuck-files.ts')};
  export default { test: { reporters: ['dot', stuckFiles(1_500, './again')] } };`;
const passing = `import { it } from 'vitest'; it('passes', () => {});`;

it('a file whose worker never comes back fails, is named with what it was at, and the others are run', () => {
  const { left, said, status } = vitestRun({
    'vitest.config.mjs': config,
    'turns.spec.mjs': `import { it } from 'vitest';
      const turnForGood = () => { for (;;); };
      it('passes', () => {});
      it('turns', () => turnForGood());`,
    'waits.spec.mjs': `import { spawnSync } from 'node:child_process';
      import { it } from 'vitest';
      it('waits', () => void spawnSync('sleep', ['4321']));`,
    'passes.spec.mjs': passing,
  });
  expect(status, said).toBe(1);
  expect(said.match(/Nothing has come of .*/g)?.toSorted()).toEqual([
    'Nothing has come of turns.spec.mjs () since it was loaded.',
    'Nothing has come of waits.spec.mjs () since it was loaded.',
  ]);
  expect(said).toMatch(/ at turnForGood \(.*turns\.spec\.mjs/);
  expect(said).toMatch(/process \d+ of \d+, S, in .*: sleep 4321/);
  expect(said).toMatch(/Tests .*1 passed/);
  expect(left.get('again')?.split('\n').toSorted()).toEqual(['turns.spec.mjs', 'waits.spec.mjs']);
});

it('a worker that has told what came of its file, and never comes back, is ended too, and its file is run again', () => {
  const { left, said, status } = vitestRun({
    'vitest.config.mjs': config,
    'ends.spec.mjs': `import { it } from 'vitest';
      it('passes', () => {});
      const send = process._send;
      process._send = (message, ...rest) => {
        while (message?.type === 'testfileFinished');
        return send.call(process, message, ...rest);
      };`,
    'passes.spec.mjs': passing,
  });
  expect(status, said).toBe(1);
  expect(said).toContain('Nothing has come of any file, and the run does not end.');
  expect(left.get('again')).toBe('ends.spec.mjs');
});

it.each([
  [
    'another test has failed',
    'fails.spec.mjs',
    `import { expect, it } from 'vitest'; it('fails', () => expect(1).toBe(2));`,
  ],
  ['it looks for races', 'backend/read-models/turns.spec.mjs', 'for (;;);'],
])('a file that was given up is not to be run again, where %s', (_, name, text) => {
  const { left, said } = vitestRun({ 'vitest.config.mjs': config, 'turns.spec.mjs': 'for (;;);', [name]: text });
  expect(said).toContain('Nothing has come of turns.spec.mjs');
  expect([...left.keys()]).toEqual([]);
});

it('nothing is said of files that take long, while something comes', () => {
  const { said, status } = vitestRun({
    'vitest.config.mjs': config,
    'long.spec.mjs': `import { it } from 'vitest';
      it.for([1, 2, 3, 4])('takes a while', () => new Promise((resolve) => setTimeout(resolve, 1_000)));`,
    'passes.spec.mjs': passing,
  });
  expect(said).toMatch(/Tests .*5 passed/);
  expect({ status, stuck: /Nothing has come/.test(said) }).toEqual({ status: 0, stuck: false });
});

it('a file whose every test runs into its time limit ends the run, once enough is lost', () => {
  const { said, status } = vitestRun({
    'vitest.config.mjs': config,
    'hangs.spec.mjs': `import { it } from 'vitest';
      for (let n = 1; n <= 40; n++) it('hangs ' + n, { timeout: 340 }, () => new Promise(() => {}));`,
  });
  expect(said).toContain('Too many tests run into their time limit, "hangs 5" of hangs.spec.mjs the last.');
  expect(Number(/Tests .*?(\d+) failed/.exec(said)?.[1])).toBeLessThan(20);
  expect(status).toBe(1);
});
