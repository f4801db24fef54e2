import type { Promised, Proof } from './promises.ts';

/** What came of a test file in one project: the title of each test with those of the suites around it, and its end. */
export type FileRun = {
  readonly file: string;
  readonly tests: readonly { readonly titles: readonly string[]; readonly state: string }[];
};

/**
 * Says of every proof that was not given what became of it: a sentence each. A proof is given when its file was run,
 * and the title is that of tests there, or of suites with tests, all of which passed, in every project that has the file.
 * @param isExcused whether a file could not be run here, for want of something that the machine lacks.
 */
export function brokenPromises(
  promised: readonly Promised[],
  runs: readonly FileRun[],
  isExcused: (file: string) => boolean,
): string[] {
  return promised.flatMap(({ promise, proofs }) => {
    if (proofs.length === 0) return [`“${promise}” names no test.`];
    return proofs.flatMap((proof) => {
      const problem = problemOf(proof, runs);
      if (problem === undefined || (problem === notRun && isExcused(proof.file))) return [];
      return [`“${promise}” names "${proof.title}" in ${proof.file}, which ${problem}.`];
    });
  });
}

const notRun = 'was not run';

function problemOf({ file, title }: Proof, runs: readonly FileRun[]): string | undefined {
  const here = runs.filter((run) => run.file === file);
  if (here.length === 0) return notRun;
  const pattern = patternOf(title);
  for (const { tests } of here) {
    const meant = tests.filter(({ titles }) => titles.some((each) => pattern.test(each)));
    if (meant.length === 0) return 'is no test there';
    const other = meant.find(({ state }) => state !== 'passed');
    if (other) return `${other.state === 'skipped' ? 'was skipped' : `has ${other.state}`}`;
  }
  return undefined;
}

/** A title as it is written: `%s` and `$name` of `it.each`, and `${…}` of a template, stand for anything. */
function patternOf(title: string): RegExp {
  const parts = title.split(/%[sdifjoO#]|\$\{[^}]*\}|\$[\w.#]+/);
  const literal = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literal.join('.+')}$`, 's');
}
