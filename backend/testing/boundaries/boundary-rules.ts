import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { isBelow } from './frontend-layers.ts';
import { circlesIn, type Import, readSources, type SourceFile } from './import-graph.ts';

/** What breaks a rule, as one line for a person. */
export type Violation = string;

const isTest = (path: string) => /\.spec\.tsx?$|^modules\/[^/]+\/testing\//.test(path);

/** Where tests and what they need stand, the contract suites that adapters pass among them; no production code. */
const testRooms =
  /^backend\/(testing|doubles|bench|soak|[^/]+-tests)\/|^backend\/[^/]+\/contract(\.ts|\/)|^frontend\/(e2e|src\/testing)\//;
const isForTests = (path: string) => isTest(path) || testRooms.test(path);

/** A module's, or that of a folder in a module which is large. */
const isContract = (path: string) => /^modules\/[^/]+\/([^/]+\/)?contract\.ts$/.test(path);
/** The rooms of the kernel that the browser uses too: what it and the shop send each other, and how values are counted and written. */
const sharedKernel = /^modules\/kernel\/(wire|values)\//;
const isForBrowser = (path: string) => isContract(path) || (sharedKernel.test(path) && !isTest(path));

/** Who may import whom: the kernel nobody, a module the kernel and contracts, the frontend contracts only. */
function isAllowed({ from, to }: Import, modules: readonly string[]): boolean {
  const room = from.split('/')[0];
  if (room === 'backend') return !to.startsWith('frontend/');
  if (room === 'frontend') {
    const forTests = (isTest(from) || from.startsWith('frontend/e2e/')) && to.startsWith('backend/');
    return to.startsWith('frontend/') || isForBrowser(to) || forTests;
  }
  const own = modules.find((module) => from.startsWith(`modules/${module}/`));
  if (own === undefined) return false;
  if (isTest(from) && /^backend\/(testing|doubles)\//.test(to)) return true;
  if (to.startsWith(`modules/${own}/`)) return true;
  return own !== 'kernel' && (to.startsWith('modules/kernel/') || isContract(to));
}

/** Production code that needs a double would break where only production's packages are. */
const bringsTestsIn = ({ from, to }: Import) => !isForTests(from) && isForTests(to);

/** Those who work on the shop run it, and no shop. */
const forWork = /^backend\/(event-catalogue\/|dev\.ts$)|^frontend\/(?!src\/)/;

/** A shop runs on what `dependencies` name: what another package happens to bring along may go with its next release. */
function lacksPackage({ from, to, isOurs, isTypeOnly }: Import, packages: ReadonlySet<string> | undefined): boolean {
  if (isOurs || isTypeOnly || to.startsWith('node:') || isForTests(from) || forWork.test(from)) return false;
  return packages?.has(packageOf(to)) === false;
}

/** Of an icon the one that draws it (frontend/build/icons.ts). */
function packageOf(to: string): string {
  if (to.startsWith('~icons/')) return '@iconify-json/tabler';
  return to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
}

/** It would bring undici into each shop. */
const bringsUndici = ({ from, to, isTypeOnly }: Import) => to === 'node:http' && !isTypeOnly && !isForTests(from);

/** Undefined where there is no manifest. */
function packagesOf(root: string): ReadonlySet<string> | undefined {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return undefined;
  const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(Object.keys(dependencies));
}

const impure = /\b(Date\.now|Math\.random|randomUUID|randomBytes|fetch)\s*\(|new Date\(\)|from 'node:|\bawait\b/;

/** Decisions and `evolve` know no clock, no chance and no I/O. */
function isPure({ path, text }: SourceFile): boolean {
  const isDecision = /^modules\/[^/]+\/([^/]+\/)?commands\//.test(path);
  const isAggregate = path.startsWith('modules/') && /: Aggregate</.test(text);
  return !(isDecision || isAggregate) || isTest(path) || path.startsWith('modules/kernel/') || !impure.test(text);
}

/** Node.js takes the types out of what it runs with a reader of its own, which does not take all that the compiler takes. */
function isReadByNode(root: string, path: string): boolean {
  if (path.endsWith('.tsx')) return true;
  try {
    stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/** What is longer does more than one thing. Tests may: a story is not cut where its page ends. */
const mostLines = 250;
const isTooLong = ({ path, lines }: SourceFile): boolean => !isForTests(path) && lines > mostLines;

/**
 * Everything that breaks the rules below a root. The modules are whatever folders stand in modules/, the features
 * whatever stands in frontend/src/features/.
 */
export function violationsIn(root: string): Violation[] {
  const modules = foldersIn(join(root, 'modules'));
  const features = foldersIn(join(root, 'frontend/src/features'));
  const sources = readSources(root, ['modules', 'backend', 'frontend']);
  const everyImport = sources.flatMap((source) => source.imports);
  const packages = packagesOf(root);
  return [
    ...everyImport
      .filter((found) => lacksPackage(found, packages))
      .map(({ from, to }) => `${from} must not import ${to}: it is not among the dependencies`),
    ...everyImport
      .filter(bringsUndici)
      .map(({ from, to }) => `${from} must not import ${to}: backend/http/node-http.ts says why, and has it`),
    ...everyImport
      .filter(
        (found) => found.isOurs && (bringsTestsIn(found) || !(isAllowed(found, modules) && isBelow(found, features))),
      )
      .map(({ from, to }) => `${from} must not import ${to}`),
    ...sources.filter((source) => !isPure(source)).map(({ path }) => `${path} must be pure`),
    ...sources
      .filter(({ path }) => !isReadByNode(root, path))
      .map(({ path }) => `${path} is nothing that Node.js reads`),
    ...sources.filter(isTooLong).map(({ path, lines }) => `${path} has ${lines} lines: at most ${mostLines}`),
    ...unsafeForBrowser(sources).map((path) => `${path} must be safe for the browser`),
    ...circlesIn(sources).map((circle) => `import circle: ${circle.join(' -> ')}`),
  ];
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Contracts that would pull something of Node into the page. */
function unsafeForBrowser(sources: readonly SourceFile[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reachesNode = (path: string, seen: Set<string>): boolean => {
    if (seen.has(path)) return false;
    seen.add(path);
    const atRuntime = byPath.get(path)?.imports.filter(({ isTypeOnly }) => !isTypeOnly) ?? [];
    return atRuntime.some(({ to, isOurs }) => (isOurs ? reachesNode(to, seen) : to.startsWith('node:')));
  };
  return sources.map(({ path }) => path).filter((path) => isForBrowser(path) && reachesNode(path, new Set()));
}
