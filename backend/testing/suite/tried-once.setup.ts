import { relative } from 'node:path';
import { beforeAll, type RunnerTask } from 'vitest';
import { isTriedOnce } from './tried-again.ts';

// Runs for each spec file: `retry` is of a whole project, and which files are excepted goes across projects.
// biome-ignore lint/correctness/noEmptyPattern: Vitest wants to see which fixtures are asked for, which are none.
beforeAll(({}, { file }) => {
  if (isTriedOnce(relative(process.cwd(), file.filepath))) tryOnce(file.tasks);
});

function tryOnce(tasks: readonly RunnerTask[]): void {
  for (const task of tasks) {
    if (task.type === 'suite') tryOnce(task.tasks);
    else task.retry = 0;
  }
}
