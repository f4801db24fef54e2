import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { JsonReporter } from 'vitest/node';
import { isThorough } from './backend/testing/as-often.ts';
import { findTestBrowser } from './backend/testing/clients/browser.ts';
import { guaranteesReporter } from './backend/testing/guarantees/guarantees-reporter.ts';
import { canMountDisks } from './backend/testing/machine/mount-disk.ts';
import { canRunRestricted } from './backend/testing/machine/restricted-user.ts';
import { asLongAsSaid } from './backend/testing/suite/as-long-as-said.ts';
import { secondRuns } from './backend/testing/suite/second-runs.ts';
import { slowestFiles } from './backend/testing/suite/slowest-files.ts';
import { ofAShop, onEveryPair, onTwoPairs } from './backend/testing/suite/specs-on-stores.ts';
import { stuckFiles } from './backend/testing/suite/stuck-files.ts';
import { triedAgain } from './backend/testing/suite/tried-again.ts';
import {
  needBrowser,
  needCompiler,
  needDocker,
  needHaproxy,
  needLinux,
  needOtherUser,
  needRedis,
  needRoot,
  needSmallDisk,
} from './backend/testing/suite/what-specs-need.ts';
import { icons } from './frontend/build/icons.ts';

// Of the workers, for the threads of the shops that they open: each would compile what it is made of anew, which is half of a start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** This file is read once for each kind of tests, and what is for all of them is done the first time. */
const isFirstReading = process.env.VITEST_WORKER_ID === undefined && process.env.TEST_READING !== `${process.pid}`;
process.env.TEST_READING = `${process.pid}`;

// Of the workers, for what many shops of theirs begin with; see backend/testing/shops/first-states.ts.
if (isFirstReading) {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-first-states-'));
  process.env.TEST_FIRST_STATES = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

const works = (command: string, ...parameters: string[]) => spawnSync(command, parameters).status === 0;
const hasDocker = works('docker', 'info');
const hasRedis = process.env.CI !== undefined || works('redis-server', '--version') || hasDocker;
const isLinux = process.platform === 'linux';
const hasCompiler = isLinux && (process.env.CI !== undefined || works('cc', '--version'));
const hasHaproxy = process.env.CI !== undefined || works('haproxy', '-v');
const hasBrowser = process.env.CI !== undefined || findTestBrowser() !== undefined;
const hasSmallDisk = canMountDisks();
const isRoot = process.getuid?.() === 0;

/** Run by a thorough run alone, which docs/decisions/0072-what-npm-test-runs.md tells one by one. No promise names a test there. */
const onlyThorough = isThorough ? [] : ['{backend,modules,frontend}/**/*.thorough.spec.ts'];

/** What starts processes or stores of its own, and must not meet what another file has left of them. */
const apart = [
  'backend/{event-store,read-models,resilience-tests,soak,testing}/**/*.spec.ts',
  // It counts what is read of files, in the place of a module that another spec may have loaded.
  'backend/personal-data/forgotten-register.spec.ts',
];
/**
 * Events in SQLite or EventStoreDB, read models in SQLite or Redis. What is on neither list above is shown on the first: HTTP, tokens
 * and schemas judge of it, mostly before a store is asked anything. By a thorough run everything is on all.
 */
const pairs = ['sqlite+sqlite', 'sqlite+redis', 'esdb+sqlite', 'esdb+redis'];
const pairsWithout = pairs.filter((pair) => !hasRedis && pair.endsWith('redis'));
const pairsHere = pairs.filter((pair) => !pairsWithout.includes(pair));
const filesOn = (pair: string) => {
  if (isThorough || pair === pairsHere[0]) return ofAShop;
  return pair === pairsHere.at(-1) ? [...onTwoPairs, ...onEveryPair] : onEveryPair;
};

/** What spec files load is loaded once for a worker, instead of for each of hundreds of files; so is Chromium. */
const loadedOnce = false;

const setupFiles = ['backend/testing/suite/after-spec-file.setup.ts', 'backend/testing/suite/tried-once.setup.ts'];

/** In CI, where two cores that all of the suite shares may keep a test waiting as no machine of a person's does; see secondRuns. */
const retry = process.env.CI === undefined || isThorough ? 0 : triedAgain;

/** A busy machine may take its time: what never comes is noticed all the same, only later. Bounds on time are said in tests. */
const patient = { retry, testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } };

/** Of a file that runs: more than any test with its hooks is given, 15 minutes at most. A run on which nobody waits for hours says so itself. */
const comesWithin = 20 * 60_000;

const cannotRun = [
  ...(hasRedis ? [] : needRedis),
  ...(hasDocker ? [] : needDocker),
  ...(hasCompiler ? [] : needCompiler),
  ...(hasHaproxy ? [] : needHaproxy),
  ...(hasBrowser ? [] : needBrowser),
  ...(hasSmallDisk ? [] : needSmallDisk),
  ...(isRoot ? [] : needRoot),
  ...(canRunRestricted ? [] : needOtherUser),
  ...(isLinux ? [] : needLinux),
];

if (isFirstReading) {
  if (!hasRedis)
    console.log(`Not run, for want of a redis-server or Docker: ${[...needRedis, ...pairsWithout].join(', ')}`);
  if (!hasDocker) console.log(`Not run, for want of Docker: ${globSync(needDocker).join(', ')}`);
  if (!hasCompiler) console.log(`Not run, for want of a C compiler on Linux: ${globSync(needCompiler).join(', ')}`);
  if (!hasHaproxy) console.log(`Not run, for want of haproxy: ${globSync(needHaproxy).join(', ')}`);
  if (!hasBrowser) console.log(`Not run, for want of Chromium: ${needBrowser.join(', ')}`);
  if (!hasSmallDisk) console.log(`Not run, for want of leave to mount a disk: ${globSync(needSmallDisk).join(', ')}`);
  if (!isRoot) console.log(`Not run, for want of root: ${globSync(needRoot).join(', ')}`);
  if (!canRunRestricted)
    console.log(`Not run, for want of another user who may read this folder: ${globSync(needOtherUser).join(', ')}`);
  if (!isLinux) console.log(`Not run, for want of Linux: ${globSync(needLinux).join(', ')}`);
}

/**
 * Kinds of tests, each beside what it tests. `node` and `apart`: everything without a page; a test that needs a process or a
 * store starts it itself. `esdb+redis` and the like: tests of a whole shop, on a pair of stores. `dom`: React
 * components in jsdom. `browser`: the whole shop in a real Chromium.
 */
export default defineConfig({
  test: {
    // Of two cores: much of what these tests do is to wait, for browsers, timers and other processes.
    maxWorkers: 3,
    // Of pages that are over something stays in the process that they were in: one that has grown so far gives way to a new one.
    vmMemoryLimit: '600MB',
    reporters: [
      'default',
      guaranteesReporter(cannotRun),
      slowestFiles(10),
      secondRuns(),
      stuckFiles(comesWithin, process.env.TEST_AGAIN),
      // For whoever counts what was run, beside what is said to people.
      ...(process.env.TEST_REPORT ? [new JsonReporter({ outputFile: process.env.TEST_REPORT })] : []),
    ],
    projects: [
      {
        test: {
          name: 'node',
          include: ['modules/**/*.spec.ts', 'backend/**/*.spec.ts', 'frontend/build/**/*.spec.ts'],
          exclude: [...ofAShop, ...apart, ...onlyThorough, ...cannotRun],
          setupFiles,
          isolate: loadedOnce,
          ...patient,
        },
      },
      {
        test: {
          name: 'apart',
          include: apart,
          exclude: [...ofAShop, ...onlyThorough, ...cannotRun],
          setupFiles,
          ...patient,
        },
      },
      ...pairsHere.map((pair) => ({
        test: {
          name: pair,
          include: filesOn(pair),
          exclude: onlyThorough,
          env: { TEST_STORES: pair },
          setupFiles,
          isolate: loadedOnce,
          ...patient,
        },
      })),
      {
        test: {
          name: 'dom',
          include: ['frontend/src/**/*.spec.{ts,tsx}'],
          environment: './frontend/src/testing/page-environment.ts',
          pool: 'vmForks',
          // What V8's last compiler takes for a page that lives for seconds, it never gives back: a twelfth of what these specs take.
          execArgv: ['--no-turbofan'],
          retry,
          testTimeout: 60_000,
        },
      },
      ...(hasBrowser
        ? [
            {
              test: {
                name: 'browser',
                include: needBrowser,
                exclude: onlyThorough,
                isolate: loadedOnce,
                retry,
                // Whatever hangs is given up by its own patience; these are for a long walk on a busy machine.
                testTimeout: 300_000,
                hookTimeout: 300_000,
                expect: { poll: { timeout: 60_000 } },
              },
            },
          ]
        : []),
    ].map((project) => ({ ...project, plugins: [asLongAsSaid(), icons()] })),
  },
});
