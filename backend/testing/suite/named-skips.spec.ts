import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { eachNamedBy } from './each-named-by.ts';
import * as onStores from './specs-on-stores.ts';
import * as needed from './what-specs-need.ts';

const root = join(import.meta.dirname, '../../..');
const skipping = /\.(skipIf|runIf)\(|\(\{[^)]*\bskip\b[^)]*\}\) =>|^\s*(it|describe)\.(skip|todo|only)\b/m;
const specs = globSync('{backend,modules,frontend}/**/*.spec.{ts,tsx}', { cwd: root });
const textOf = (spec: string) => readFileSync(join(root, spec), 'utf8');

it('no spec keeps itself from being run: what a machine or a user lacks is named by what-specs-need.ts', () => {
  expect(specs.length).toBeGreaterThan(100);
  expect(specs.filter((spec) => skipping.test(textOf(spec)))).toEqual([]);
});

it('what needs something that a machine may lack, or more than one pair of stores, is there under the names by which it is found', () => {
  const named = [...Object.values(needed), ...Object.values(onStores)].flat().flatMap(eachNamedBy);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((glob) => globSync(glob, { cwd: root }).length === 0)).toEqual([]);
});

it.each([
  ['a Redis', needed.needRedis, /\/testing\/redis(\.ts|\/(node-maker|redis-(container|process|sentinels))\.ts)'/],
  ['haproxy', needed.needHaproxy, /\/testing\/servers\/haproxy\.ts'/],
  ['a C compiler', needed.needCompiler, /\/disk-(after-cut|trace)\.ts'/],
  ['a small disk', needed.needSmallDisk, /\/testing\/machine\/small-disk\.ts'/],
  ['another user', needed.needOtherUser, /\/testing\/machine\/restricted-user\.ts'/],
])('what starts %s has a name by which it is left out where there is none', (_, names, its) => {
  const starting = specs.filter((spec) => its.test(textOf(spec)));
  expect(starting).not.toEqual([]);
  expect(starting.filter((spec) => !names.some((name) => matchesGlob(spec, name)))).toEqual([]);
});
