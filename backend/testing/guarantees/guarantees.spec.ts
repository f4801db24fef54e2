import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { brokenPromises, type FileRun } from './broken-promises.ts';
import { guaranteesPage, promisesOf, promisingPages } from './promises.ts';

const root = join(import.meta.dirname, '../../..');

describe.each(promisingPages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const promised = promisesOf(text, page);

  it('promises nothing without a test, in a file that is there', () => {
    expect(promised.length).toBeGreaterThan(10);
    for (const { promise, proofs } of promised) expect(proofs.length, promise).toBeGreaterThan(0);
    const files = promised.flatMap(({ proofs }) => proofs.map(({ file }) => file));
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('names its tests in lines that are understood', () => {
    const lines = text.match(/^- .*$/gm);
    expect(lines).toHaveLength(promised.flatMap(({ proofs }) => proofs).length);
  });
});

describe('a promise', () => {
  const file = 'backend/stock.spec.ts';
  const ran = (state: string, ...titles: string[]): FileRun => ({ file, tests: [{ titles, state }] });
  const broken = (title: string, runs: readonly FileRun[]) =>
    brokenPromises([{ promise: 'Nothing is sold twice.', proofs: [{ file, title }] }], runs, (each) => each !== file);

  it('is kept by a test that passed, or by a suite whose tests did', () => {
    expect(broken('sells ten', [ran('passed', 'sells ten', 'forty buyers')])).toEqual([]);
    expect(broken('forty buyers', [ran('passed', 'sells ten', 'forty buyers')])).toEqual([]);
  });

  it.each([
    ['renamed', ran('passed', 'sells eleven'), 'is no test there'],
    ['given another name that holds the old one', ran('passed', 'sells ten or so'), 'is no test there'],
    ['taken out, and was the last in its file', { file, tests: [] }, 'is no test there'],
    ['skipped', ran('skipped', 'sells ten'), 'was skipped'],
    ['failing', ran('failed', 'sells ten'), 'has failed'],
    ['in a file that is not collected', { ...ran('passed', 'sells ten'), file: 'other.spec.ts' }, 'was not run'],
  ])('is broken when its test was %s', (_, run, what) => {
    expect(broken('sells ten', [run])).toEqual([
      `“Nothing is sold twice.” names "sells ten" in ${file}, which ${what}.`,
    ]);
  });

  it('is broken when its test was skipped in one project of several', () => {
    expect(broken('sells ten', [ran('passed', 'sells ten'), ran('skipped', 'sells ten')])).toHaveLength(1);
  });

  it('may name a title with what stands for a value, and then means every test of it', () => {
    const runs = (...states: string[]) => [
      { file, tests: states.map((state, n) => ({ titles: [`sells ${n} (really)`], state })) },
    ];
    for (const title of ['sells %i (really)', 'sells $count (really)', `sells \${count} (really)`]) {
      expect(broken(title, runs('passed', 'passed'))).toEqual([]);
      expect(broken(title, runs('passed', 'skipped'))).toHaveLength(1);
    }
    expect(broken('sells %i pieces', runs('passed'))).toHaveLength(1);
  });
});

describe('a run of tests', () => {
  const run = (tests: string) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'docs'));
    writeFileSync(join(folder, guaranteesPage), '# Promises\n\n**One is one.**\n- [a](../a.spec.ts): "is %s"\n');
    writeFileSync(join(folder, 'a.spec.ts'), tests);
    writeFileSync(join(folder, 'b.spec.ts'), `it('is two', () => undefined);`);
    const reporter = join(import.meta.dirname, 'guarantees-reporter.ts');
    const config = join(folder, 'vitest.config.ts');
    writeFileSync(
      config,
      `import { guaranteesReporter } from ${JSON.stringify(reporter)};
      export default { test: { globals: true, reporters: [guaranteesReporter([])] } };`,
    );
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    return (...names: string[]) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [vitest, 'run', '--configLoader=native', ...names],
        {
          cwd: folder,
          timeout: 60_000,
          encoding: 'utf8',
          env: { PATH: process.env.PATH, NO_COLOR: '1' },
        },
      );
      return { status, said: stdout + stderr };
    };
  };

  it('fails when what is promised was not shown, though all that ran has passed', () => {
    const all = run(`it.skip('is one', () => undefined); it('is', () => undefined);`);
    const { status, said } = all();
    expect(said).toContain('“One is one.” names "is %s" in a.spec.ts, which was skipped.');
    expect(status).toBe(1);
    // Who runs only something else has not broken the promise.
    expect(all('b.spec.ts')).toMatchObject({ status: 0 });
  });
});
