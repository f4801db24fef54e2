import { defineConfig } from 'vitest/config';

/**
 * Two kinds of tests. `unit` runs in plain Node beside the code; `dom` renders React components in jsdom.
 * Tests that need a process, a store or a browser are ordinary tests of `unit`: what they need, they start.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['modules/**/*.spec.ts', 'backend/**/*.spec.ts'],
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
      {
        test: {
          name: 'browser',
          include: ['frontend/e2e/**/*.spec.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
