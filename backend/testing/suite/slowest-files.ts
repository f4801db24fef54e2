import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Prints the files that took longest, with all that belongs to them: loading, hooks and tests. */
export function slowestFiles(count: number): Reporter {
  let vitest: Vitest | undefined;
  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunEnd(modules) {
      const slowest = modules.toSorted((a, b) => millisecondsOf(b) - millisecondsOf(a)).slice(0, count);
      vitest?.logger.log(`The ${slowest.length} slowest of ${modules.length} test files:`);
      for (const module of slowest) {
        const seconds = (millisecondsOf(module) / 1_000).toFixed(1).padStart(6);
        vitest?.logger.log(`${seconds} s  ${relative(process.cwd(), module.moduleId)} (${module.project.name})`);
      }
    },
  };
}

function millisecondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}
