import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eachNamedBy } from './each-named-by.ts';
import { findsRaces, isTriedOnce } from './tried-again.ts';
import { ours, vitestRun } from './vitest-run.ts';

const root = join(import.meta.dirname, '../../..');

/** What is said at the end of a run of these specs, in which a test that failed is tried as CI does. */
function whatIsSaidOf(specs: Readonly<Record<string, string>>): string {
  const config = `import { secondRuns } from ${ours('second-runs.ts')};
    import { triedAgain } from ${ours('tried-again.ts')};
    export default { test: { retry: triedAgain, setupFiles: [${ours('tried-once.setup.ts')}], reporters: ['dot', secondRuns()] } };`;
  return vitestRun({ 'vitest.config.mjs': config, ...specs }).said;
}

const named = (said: string) => said.split('\n').filter((line) => line.startsWith('needed a second run'));

it('a test that passes when it is run again is named, with why it had failed; others are not', () => {
  const said = whatIsSaidOf({
    'some.spec.mjs': `import { expect, it } from 'vitest';
      let runs = 0;
      it('fails by chance', () => expect(++runs).toBe(2));
      it('passes', () => {});
      it('always fails', () => expect(1).toBe(2));`,
  });
  expect(named(said)).toEqual([
    'needed a second run: some.spec.mjs > fails by chance (expected 1 to be 2 // Object.is equality)',
  ]);
});

it('a property that a drawn case has broken is not tried with others', () => {
  const said = whatIsSaidOf({
    'some.spec.mjs': `import fc from 'fast-check';
      import { it } from 'vitest';
      let runs = 0;
      it('holds the second time', () => { runs += 1; fc.assert(fc.property(fc.nat(), () => runs > 1)); });`,
  });
  expect(said).toContain('Property failed after 1 tests');
  expect(named(said)).toEqual([]);
});

it('a spec that looks for races is tried once, and others again', () => {
  const chance = `import { describe, expect, it } from 'vitest';
    let runs = 0;
    describe('what', () => it('shows in one run of two', () => expect(++runs).toBe(2)));`;
  const said = whatIsSaidOf({ 'backend/resilience-tests/some.spec.mjs': chance, 'backend/http/some.spec.mjs': chance });
  expect(said).toContain('FAIL  backend/resilience-tests/some.spec.mjs');
  expect(named(said)).toEqual([expect.stringContaining('backend/http/some.spec.mjs')]);
});

it('what looks for races is there under the names by which it is tried once', () => {
  const missing = findsRaces.flatMap(eachNamedBy).filter((glob) => globSync(glob, { cwd: root }).length === 0);
  expect(missing).toEqual([]);
  const files = ['backend/resilience-tests/kills/several-nodes.spec.ts', 'modules/payments/races.spec.ts'];
  expect(files.map(isTriedOnce)).toEqual([true, true]);
});

it('what draws from a generator whose state runs on is tried once: the second try would draw something else', () => {
  const specs = globSync('{backend,modules,frontend}/**/*.spec.{ts,tsx}', { cwd: root });
  const drawing = specs.filter((spec) => /^import .*\bseededRandom\b/m.test(readFileSync(join(root, spec), 'utf8')));
  expect(drawing).toContain('backend/seals/tampering.spec.ts');
  expect(drawing.filter((spec) => !isTriedOnce(spec))).toEqual([]);
});
