import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { TestModule, Vitest } from 'vitest/node';
import { thoroughly } from '../thoroughly.ts';
import { stuckFiles } from './stuck-files.ts';
import { ours, vitestRun } from './vitest-run.ts';
import { whereItIs } from './where-it-is.ts';

const config = `import { stuckFiles } from ${ours('stuck-files.ts')};
  export default { test: { reporters: ['dot', stuckFiles(1_500, './again')] } };`;
const passing = `import { it } from 'vitest'; it('passes', () => {});`;

thoroughly('a file whose worker never comes back fails, is named with what it was at, and the others are run', () => {
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

thoroughly(
  'a worker that has told what came of its file, and never comes back, is ended too, and its file is run again',
  () => {
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
  },
);

thoroughly.each([
  [
    'another test has failed',
    'fails.spec.mjs',
    `import { expect, it } from 'vitest'; it('fails', () => expect(1).toBe(2));`,
  ],
  [
    'the worker of another has ended by itself',
    'ends.spec.mjs',
    `import { it } from 'vitest'; it('ends', () => process.kill(process.pid, 'SIGKILL'));`,
  ],
  ['it looks for races', 'backend/read-models/turns.spec.mjs', 'for (;;);'],
])('a file that was given up is not to be run again, where %s', (_, name, text) => {
  const { left, said } = vitestRun({ 'vitest.config.mjs': config, 'turns.spec.mjs': 'for (;;);', [name]: text });
  expect(said).toContain('Nothing has come of turns.spec.mjs');
  expect([...left.keys()]).toEqual([]);
});

thoroughly('nothing is said of files that take long while somebody debugs them', () => {
  const long = `import { it } from 'vitest';
    it('is looked at', () => new Promise((resolve) => setTimeout(resolve, 4_000)));`;
  const args = ['--inspect=127.0.0.1:0', '--no-file-parallelism'];
  const { said, status } = vitestRun({ 'vitest.config.mjs': config, 'long.spec.mjs': long }, args);
  expect(said).toMatch(/Tests .*1 passed/);
  expect({ status, stuck: /Nothing has come/.test(said) }).toEqual({ status: 0, stuck: false });
});

it('what somebody else debugs is let be', async () => {
  const asked = vi.fn();
  const server = createServer(asked).listen(9229, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const process = spawn('sleep', ['60']);
  onTestFinished(() => void process.kill('SIGKILL'));
  await once(process, 'spawn');
  expect(await whereItIs(process.pid ?? 0)).toEqual(["  nobody knows where: port 9229 is another's"]);
  expect(asked).not.toHaveBeenCalled();
  expect(process.exitCode).toBeNull();
});

it('nothing is said of files because the machine slept, or the run was stopped', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const error = vi.fn();
  const reporter = stuckFiles(1_500);
  reporter.onInit?.({ logger: { error }, config: { inspector: { enabled: false } } } as unknown as Vitest);
  reporter.onTestRunStart?.([]);
  const module = { project: { name: '' }, moduleId: 'sleeps', relativeModuleId: 'sleeps.spec.ts' };
  reporter.onTestModuleQueued?.(module as TestModule);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(1_500);
  expect(error).not.toHaveBeenCalled();
  vi.advanceTimersByTime(750);
  expect(error).toHaveBeenCalledWith('Nothing has come of sleeps.spec.ts () since it was begun.');
});

thoroughly('nothing is said of files that take long, while something comes', () => {
  const { said, status } = vitestRun({
    'vitest.config.mjs': config,
    'long.spec.mjs': `import { it } from 'vitest';
      it.for([1, 2, 3, 4])('takes a while', () => new Promise((resolve) => setTimeout(resolve, 1_000)));`,
    'passes.spec.mjs': passing,
  });
  expect(said).toMatch(/Tests .*5 passed/);
  expect({ status, stuck: /Nothing has come/.test(said) }).toEqual({ status: 0, stuck: false });
});

thoroughly('a file whose every test runs into its time limit ends the run, once enough is lost', () => {
  const { said, status } = vitestRun({
    'vitest.config.mjs': config,
    'hangs.spec.mjs': `import { it } from 'vitest';
      for (let n = 1; n <= 40; n++) it('hangs ' + n, { timeout: 340 }, () => new Promise(() => {}));`,
  });
  expect(said).toContain('Too many tests run into their time limit, "hangs 5" of hangs.spec.mjs the last.');
  expect(Number(/Tests .*?(\d+) failed/.exec(said)?.[1])).toBeLessThan(20);
  expect(status).toBe(1);
});
