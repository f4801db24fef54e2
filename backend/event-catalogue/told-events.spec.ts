import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { EntityView, ModuleHistory, Names } from '../../modules/kernel/history.ts';
import type { Module } from '../../modules/kernel/module.ts';
import { operationHistory } from '../start/operations/operation-history.ts';
import { eventDeclarations } from '../start/stores/event-declarations.ts';
import { stored } from '../testing/stored.ts';
import { withAllModules } from './all-modules.ts';
import { fixturesOf, readFixture } from './fixtures.ts';
import { SourceTypes } from './source-types.ts';

const root = join(import.meta.dirname, '../..');
const source = new SourceTypes(root);
afterAll(() => source.close());

const historiesOf = (modules: readonly Module[]) => [
  ...modules.flatMap(({ history }) => history ?? []),
  ...operationHistory,
];
const histories = await withAllModules(async (modules) => historiesOf(modules));
const told = new Map(histories.flatMap(({ events }) => [...events]));
const names: Names = { actor: 'Demo Admin', person: () => 'Demo Shopper', tool: () => 'Claw Hammer' };

/** The newest version of each event, as shops have written it. */
const examples = fixturesOf(source, eventDeclarations)
  .filter(({ type, version }) => eventDeclarations.get(type)?.version === version)
  .map((fixture) => [fixture.type, (readFixture(root, fixture) ?? []) as readonly Data[]] as const);
type Data = { readonly [field: string]: unknown };

/** What a field may be called that opens something, or that others are guessed from. */
const secretNames = /hash|key|secret|token|digest|proof|challenge|credential|password|^sids?$|^login/i;
/** What is called so and is none. */
const harmless = ['SubjectKeyCreated.keyId'];

describe('every stored event', () => {
  it('has a sentence, and none is told that nobody stores', () => {
    expect([...told.keys()].sort()).toEqual([...eventDeclarations.keys()].sort());
  });

  it.each(examples)('%s is told in words, whoever is in it', (type, data) => {
    expect(data.length).toBeGreaterThan(0);
    for (const one of data) {
      const sentence = told.get(type)?.says(stored({ type, data: one }), names);
      expect(sentence).toMatch(/\S \S/);
      expect(sentence).not.toMatch(/undefined|null|\[object|NaN/);
    }
  });

  it.each(examples)('%s shows only fields that it has, and nothing that opens anything', (type, data) => {
    const shows = told.get(type)?.shows ?? [];
    const fields = new Set(data.flatMap(Object.keys));
    expect(shows.filter((field) => !fields.has(field))).toEqual([]);
    for (const { secret } of eventDeclarations.get(type)?.versions.values() ?? []) {
      expect(shows.filter((field) => secret.includes(field))).toEqual([]);
    }
    const suspicious = shows.filter((field) => secretNames.test(field) && !harmless.includes(`${type}.${field}`));
    expect(suspicious).toEqual([]);
  });
});

describe('every stream', () => {
  it('is known by what it is called before its id', () => {
    const known = histories.flatMap(({ streams }) => streams).sort();
    const declared = [...eventDeclarations.values()].flatMap(({ stream }) => /^(.+)-\{/.exec(stream ?? '')?.[1] ?? []);
    const inUse = new Set([...source.aggregates.map(({ name }) => name), ...declared]);
    expect(known).toEqual([...inUse].sort());
  });

  it('of sessions and keys shows nothing of its events', () => {
    const withheld = histories.filter((history) => history.withheld.length > 0);
    expect(withheld.flatMap(({ withheld: streams }) => streams).sort()).toEqual(['session', 'subject-key']);
    for (const { events, views } of withheld) {
      expect(views).toEqual([]);
      for (const [type, { shows, says }] of events) {
        expect(shows, type).toEqual([]);
        // Its sentence is made without its data.
        expect(says(stored({ type, data: {} }), names), type).not.toContain('undefined');
      }
    }
  });
});

describe('every view of a thing', () => {
  const views = histories.flatMap((history: ModuleHistory) => history.views);

  it.each(views.map((view) => [view.name, view] as const))(
    'of a %s shows no secret, in whatever order its events come',
    (_, view) => {
      const types = source.aggregates.find(({ name }) => name === view.name)?.types ?? [];
      const own = examples
        .filter(([type]) => types.includes(type))
        .flatMap(([type, data]) => data.map((one) => ({ type, data: one })));
      expect(own.length).toBeGreaterThan(0);
      for (const events of [own, own.toReversed()]) {
        for (const fields of shownBy(view, events))
          expect(fields.filter((field) => secretNames.test(field))).toEqual([]);
      }
    },
  );

  it.each(views.filter(({ keptAs }) => keptAs !== undefined).map((view) => [view.name, view] as const))(
    'of a %s may be kept as JSON, and nothing of it is personal',
    (_, view) => {
      const types = source.aggregates.find(({ name }) => name === view.name)?.types ?? [];
      for (const type of types) expect(eventDeclarations.get(type)?.versions.get(1)?.personal, type).toBeUndefined();
      const own = examples
        .filter(([type]) => types.includes(type))
        .flatMap(([type, data]) => data.map((one) => stored({ type, data: one })));
      let state = view.initial;
      for (const event of own) {
        state = view.evolve(state, event);
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }
    },
  );
});

/** The names of all fields that are shown after each of these events, also deep in them. */
function shownBy(view: EntityView, events: readonly { type: string; data: Data }[]): string[][] {
  let state = view.initial;
  return events.map((event) => {
    state = view.evolve(state, stored(event));
    const fields: string[] = [];
    JSON.stringify(view.shown(state) ?? {}, (field, value: unknown) => {
      fields.push(field);
      return value;
    });
    return fields;
  });
}
