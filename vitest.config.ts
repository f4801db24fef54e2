import { spawnSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './backend/testing/browser.ts';

const works = (command: string, ...parameters: string[]) => spawnSync(command, parameters).status === 0;
const hasRedis = process.env.CI !== undefined || works('redis-server', '--version') || works('docker', 'info');
const hasBrowser = process.env.CI !== undefined || findBrowser() !== undefined;

// What a machine cannot run is said by name, once, and never in CI.
const needRedis = ['backend/**/redis*.spec.ts', 'backend/**/*.redis.spec.ts'];
const needBrowser = ['frontend/e2e/**/*.spec.ts'];
if (process.env.VITEST_WORKER_ID === undefined) {
  if (!hasRedis) console.log(`Not run, for want of a redis-server or Docker: ${needRedis.join(', ')}`);
  if (!hasBrowser) console.log(`Not run, for want of Chromium: ${needBrowser.join(', ')}`);
}

/**
 * Three kinds of tests, each beside what it tests. `node`: everything without a page; a test that needs a process or a
 * store starts it itself. `dom`: React components in jsdom. `browser`: the whole shop in a real Chromium.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: ['modules/**/*.spec.ts', 'backend/**/*.spec.ts'],
          exclude: hasRedis ? [] : needRedis,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'dom',
          include: ['frontend/src/**/*.spec.{ts,tsx}'],
          environment: 'jsdom',
          testTimeout: 30_000,
        },
      },
      ...(hasBrowser
        ? [
            {
              test: {
                name: 'browser',
                include: needBrowser,
                testTimeout: 120_000,
                hookTimeout: 180_000,
                fileParallelism: false,
              },
            },
          ]
        : []),
    ],
  },
});
