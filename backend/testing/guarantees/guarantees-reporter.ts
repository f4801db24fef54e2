import { existsSync, readFileSync } from 'node:fs';
import { matchesGlob, relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { hasFailedToo, isGivenUp } from '../suite/stuck-files.ts';
import { brokenPromises, type FileRun } from './broken-promises.ts';
import { promisesOf, promisingPages } from './promises.ts';

/**
 * Holds the pages of promises against the tests that were run, and fails the run where a promise names a test that was
 * not: renamed, taken out, skipped, or in a file that no project collects. Of a run of some files it asks nothing about
 * the others; of a run that picks tests by name, nothing at all.
 * @param cannotRun globs of files that this machine cannot run, which is said elsewhere.
 * @param root where the page's files are, and what the globs are relative to.
 */
export function guaranteesReporter(cannotRun: readonly string[], root = process.cwd()): Reporter {
  let vitest: Vitest | undefined;
  let isWhole = false;

  return {
    onInit(started) {
      vitest = started;
    },
    async onTestRunStart(specifications) {
      isWhole = specifications.length === (await vitest?.globTestSpecifications())?.length;
      isWhole &&= !vitest?.config.project?.length;
    },
    onTestRunEnd(modules, _errors, reason) {
      if (reason === 'interrupted' || vitest?.config.testNamePattern) return;
      const runs = modules.map((module) => runOf(module, root)).filter(({ file }) => !isGivenUp(file));
      const files = new Set(runs.map(({ file }) => file));
      const isExcused = (file: string) =>
        !isWhole || isGivenUp(file) || cannotRun.some((glob) => matchesGlob(file, glob));
      for (const page of promisingPages.filter((path) => existsSync(`${root}/${path}`))) {
        const promised = promisesOf(readFileSync(`${root}/${page}`, 'utf8'), page);
        const broken = brokenPromises(promised, runs, isExcused);
        if (broken.length > 0) {
          process.exitCode = 1;
          hasFailedToo();
        }
        for (const sentence of broken) vitest?.logger.error(`${page}: ${sentence}`);
        if (isWhole && broken.length === 0)
          vitest?.logger.log(`${page}: every promise was shown in ${files.size} files.`);
      }
    },
  };
}

function runOf(module: TestModule, root: string): FileRun {
  const tests = [...module.children.allTests()].map((test) => ({ titles: titlesOf(test), state: test.result().state }));
  return { file: relative(root, module.moduleId), tests };
}

function titlesOf(test: TestCase): string[] {
  const titles = [test.name];
  for (let suite = test.parent; suite.type === 'suite'; suite = suite.parent) titles.push(suite.name);
  return titles;
}
