import { writeFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { startedBy } from './started-by.ts';
import { isTriedOnce } from './tried-again.ts';
import { whereItIs } from './where-it-is.ts';

/** By which a worker is ended, and which nothing else sends it, so that it can be told from one that has ended by itself. */
const endedBy = 'SIGALRM';

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
 * One in which test after test runs into its time limit, where what they share answers no more, ends the run likewise. Whoever debugs is let be.
 * @param patience for how long nothing may come of a file, in milliseconds, and how much may be lost to time limits; more than any test and
 * hook of it may take
 * @param again a file to which they are written, a line each, where nothing else has failed, and each is of those that are tried again
 */
export function stuckFiles(patience: number, again?: string): Reporter {
  const every = Math.min(patience / 2, 10_000);
  /** Of each file that runs how long it has been silent: counted, since a machine that slept, or a run that was stopped, has waited for nothing. */
  const running = new Map<string, { module: TestModule; silent: number; last: string }>();
  let vitest: Vitest | undefined;
  let looking: NodeJS.Timeout | undefined;
  /** How long nothing has come of any file. */
  let silent = 0;
  let wasIdle = false;
  let isEnding = false;
  const keyOf = ({ project, moduleId }: TestModule) => `${project.name} ${moduleId}`;
  const heard = (module: TestModule, last: string) => {
    silent = 0;
    running.set(keyOf(module), { module, silent: 0, last });
  };
  const heardOf = (test: TestCase, how: string) => heard(test.module, `${how} "${test.fullName}"`);

  let lost = 0;
  async function lose(test: TestCase): Promise<void> {
    const duration = test.diagnostic()?.duration ?? 0;
    if (test.result().state !== 'failed' || duration < patience / 20) return;
    const had = lost;
    lost += duration;
    if (had > patience || lost <= patience) return;
    vitest?.logger.error(
      `Too many tests run into their time limit, "${test.fullName}" of ${test.module.relativeModuleId} the last.`,
    );
    await vitest?.cancelCurrentRun('test-failure');
  }

  async function look(): Promise<void> {
    if (isEnding) return;
    silent += every;
    for (const each of running.values()) each.silent += every;
    const stuck = [...running.values()].filter((each) => each.silent > patience);
    // One that hangs before it has begun a file, or after it has told what came of it, is at none: then there is nothing at all.
    if (stuck.length < running.size || silent <= patience || isDebugged()) return;
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
    [isEnding, silent] = [false, 0];
  }

  const isDebugged = () => vitest?.config.inspector.enabled === true || inspector.url() !== undefined;

  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunStart() {
      looking = setInterval(() => void look(), every).unref();
    },
    onTestModuleQueued: (module) => void heard(module, 'was begun'),
    onTestModuleCollected: (module) => void heard(module, 'was loaded'),
    onTestCaseReady: (test) => void heardOf(test, 'began'),
    onTestCaseResult(test) {
      heardOf(test, 'ended');
      void lose(test);
    },
    onTestModuleEnd(module) {
      silent = 0;
      running.delete(keyOf(module));
    },
    onTestRunEnd(modules, errors) {
      clearInterval(looking);
      // A file whose worker has ended by itself says nothing any more, either, and has failed.
      const ended = errors.flatMap((error) => endedIn(error) ?? []);
      if (wasIdle) for (const file of ended) givenUp.add(file);
      const isElse = elseFailed || errors.length > ended.length || modules.some(hasFailed);
      if (again !== undefined && !isElse && ![...givenUp].some(isTriedOnce))
        writeFileSync(again, [...givenUp].join('\n'));
    },
  };
}

/** The file that a worker was asked to run which was ended here; undefined where an error is about something else. */
function endedIn({ cause }: { readonly cause?: unknown }): string | undefined {
  const message = typeof cause === 'object' && cause && 'message' in cause ? String(cause.message) : '';
  const [before = '', file] = message.split(' while running test file ');
  return before.includes(endedBy) && file !== undefined ? relative(process.cwd(), file) : undefined;
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
    const children = startedBy(pid);
    end(pid, endedBy);
    for (const child of children) end(child.pid, 'SIGKILL');
  }
  return lines;
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
