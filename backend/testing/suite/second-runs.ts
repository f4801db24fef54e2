import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/** Names each test that passed only when it was run again (`retry`): it is to be mended, and never passed over in silence. */
export function secondRuns(): Reporter {
  let vitest: Pick<Vitest, 'logger'> | undefined;
  return {
    onInit(started) {
      vitest = started;
    },
    onTestRunEnd(modules) {
      for (const said of secondRunsOf(modules)) vitest?.logger.log(said);
    },
  };
}

/** A line for each test of these files that failed, was run again and passed: where it is, its titles, why it had failed. */
function secondRunsOf(modules: readonly TestModule[]): string[] {
  return modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => `needed a second run: ${test.module.relativeModuleId} > ${test.fullName} (${causeOf(test)})`);
}

function causeOf(test: TestCase): string {
  const message = test.result().errors?.[0]?.message ?? 'it did not say why';
  return message.split('\n')[0] ?? message;
}
