import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { startedBy } from './started-by.ts';
import { isTriedOnce } from './tried-again.ts';
import { whereItIs } from './where-it-is.ts';

/** Files of this run that were given up, from the root of the project. */
const givenUp = new Set<string>();
/** Whether something else has failed, which only who shows it knows. */
let elseFailed = false;

/** Whether nothing came of a file, so that it has shown nothing. @param file its path from the root of the project */
export const isGivenUp = (file: string): boolean => givenUp.has(file);
/** Says that a run has failed for something else than what it was given up for. */
export const hasFailedToo = (): void => {
  elseFailed = true;
};

/**
 * Ends a run in which nothing comes any more. No time limit of a test or a hook is heeded by a worker that blocks itself, and all else would wait
 * for it for good. Once only such files are left, it names them, what they were at and what runs for them, and ends their workers: they have failed.
 * One in which test after test runs into its time limit, where what they share answers no more, ends the run likewise.
 * @param patience for how long nothing may come of a file, in milliseconds, and how much may be lost to time limits; more than any test and
 * hook of it may take
 * @param again a file to which they are written, a line each, where nothing else has failed, and each is of those that are tried again
 */
export function stuckFiles(patience: number, again?: string): Reporter {
  const running = new Map<string, { module: TestModule; since: number; last: string }>();
  let vitest: Vitest | undefined;
  let looking: NodeJS.Timeout | undefined;
  let lastHeard = 0;
  let wasIdle = false;
  let isEnding = false;
  const keyOf = ({ project, moduleId }: TestModule) => `${project.name} ${moduleId}`;
  const heard = (module: TestModule, last: string) => {
    lastHeard = Date.now();
    running.set(keyOf(module), { module, since: lastHeard, last });
  };
  const heardOf = (test: TestCase, how: string) => heard(test.module, `${how} "${test.fullName}"`);

  let lost = 0;
  async function lose(test: TestCase): Promise<void> {
    const duration = test.diagnostic()?.duration ?? 0;
    if (test.result().state !== 'failed' || duration < patience / 15) return;
    const had = lost;
    lost += duration;
    if (had > patience || lost <= patience) return;
    vitest?.logger.error(
      `Too many tests run into their time limit, "${test.fullName}" of ${test.module.relativeModuleId} the last.`,
    );
    await vitest?.cancelCurrentRun('test-failure');
  }

  async function look(): Promise<void> {
    const stuck = [...running.values()].filter(({ since }) => Date.now() - since > patience);
    // One that hangs before it has begun a file, or after it has told what came of it, is at none: then there is nothing at all.
    if (isEnding || stuck.length < running.size || Date.now() - lastHeard < patience) return;
    running.clear();
    if (stuck.length === 0) {
      wasIdle = true;
      vitest?.logger.error('Nothing has come of any file, and the run does not end.');
    }
    for (const { module, last } of stuck) {
      givenUp.add(module.relativeModuleId);
      vitest?.logger.error(`Nothing has come of ${module.relativeModuleId} (${module.project.name}) since it ${last}.`);
    }
    isEnding = true;
    for (const line of await endWorkers()) vitest?.logger.error(line);
    [isEnding, lastHeard] = [false, Date.now()];
  }

  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunStart() {
      lastHeard = Date.now();
      looking = setInterval(() => void look(), Math.min(patience / 2, 10_000)).unref();
    },
    onTestModuleQueued: (module) => void heard(module, 'was begun'),
    onTestModuleCollected: (module) => void heard(module, 'was loaded'),
    onTestCaseReady: (test) => void heardOf(test, 'began'),
    onTestCaseResult(test) {
      heardOf(test, 'ended');
      void lose(test);
    },
    onTestModuleEnd(module) {
      lastHeard = Date.now();
      running.delete(keyOf(module));
    },
    onTestRunEnd(modules, errors) {
      clearInterval(looking);
      const ended = errors.flatMap((error) => endedIn(error) ?? []).filter((file) => wasIdle || givenUp.has(file));
      for (const file of ended) givenUp.add(file);
      const isElse = elseFailed || errors.length > ended.length || modules.some(hasFailed);
      if (again !== undefined && !isElse && ![...givenUp].some(isTriedOnce))
        writeFileSync(again, [...givenUp].join('\n'));
    },
  };
}

/** The file that a worker was asked to run which was ended by force; undefined where an error is about something else. */
function endedIn({ cause }: { readonly cause?: unknown }): string | undefined {
  const message = typeof cause === 'object' && cause && 'message' in cause ? String(cause.message) : '';
  const file = /with signal SIGKILL .* while running test file (.*)$/.exec(message)?.[1];
  return file === undefined ? undefined : relative(process.cwd(), file);
}

const hasFailed = (module: TestModule) =>
  module.errors().length > 0 || [...module.children.allTests()].some((test) => test.result().state === 'failed');

/** Ends the workers of this process with all that they have started, and resolves to lines about what each was at. */
async function endWorkers(): Promise<string[]> {
  const started = startedBy(process.pid);
  const workers = started.filter(({ parent, command }) => parent === process.pid && /vitest.*workers/.test(command));
  const lines = started.map(({ said }) => said);
  for (const { pid } of workers) {
    lines.push(`process ${pid} is`, ...(await whereItIs(pid)));
    for (const each of [pid, ...startedBy(pid).map((child) => child.pid)]) end(each);
  }
  return lines;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
