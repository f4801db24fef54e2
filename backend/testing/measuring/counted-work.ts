import { StatementSync } from 'node:sqlite';
import { onTestFinished, vi } from 'vitest';

/** Milliseconds: about what SQLite takes to run a statement or to hand out a row, with what is made of it. */
const perStatement = 0.04;

type Runs = Record<'all' | 'get' | 'run', (...parameters: unknown[]) => unknown>;

/**
 * Has time pass by work instead of by the clock, until the test is over: with each statement that this thread runs on SQLite, and
 * each row that it gets. So long as others keep the machine busy, or collect garbage, nothing seems to take longer; what a
 * thread does at once without leaving its event loop to others still does.
 */
export function timeByWork(): void {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const statements = StatementSync.prototype as unknown as Runs;
  for (const name of ['all', 'get', 'run'] as const) {
    const run = statements[name];
    statements[name] = function counted(...parameters) {
      const result = run.apply(this, parameters);
      now += perStatement * (Array.isArray(result) ? 1 + result.length : 1);
      return result;
    };
    onTestFinished(() => {
      statements[name] = run;
    });
  }
}
