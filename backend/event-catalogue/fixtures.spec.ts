import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Aggregate, fold } from '../../modules/kernel/aggregate.ts';
import type { DomainEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { erased } from '../../modules/kernel/values/erased.ts';
import { versionedEventStore } from '../event-store/versioned.ts';
import { eventDeclarations } from '../start/stores/event-declarations.ts';
import { stored } from '../testing/stored.ts';
import { withAllModules } from './all-modules.ts';
import { digestsOf, type Fixture, fixturePaths, fixturesOf, frozenIn, readFixture } from './fixtures.ts';
import { mismatch } from './mismatch.ts';
import { SourceTypes } from './source-types.ts';

const root = join(import.meta.dirname, '../..');
const source = new SourceTypes(root);
afterAll(() => source.close());
const fixtures = fixturesOf(source, eventDeclarations);
const aggregates = await aggregatesOf(source);

describe('what shops have written', () => {
  it.each(fixtures.map((fixture) => [fixture.path, fixture] as const))('%s is there', (_, fixture) => {
    expect(readFixture(root, fixture)?.length, 'npm run events writes it').toBeGreaterThan(0);
  });

  it.each([...eventDeclarations.keys()])('shows every field that %s may have', (type) => {
    const event = source.events.get(type);
    const newest = fixtures.filter((fixture) => fixture.type === type).at(-1);
    const shown = new Set((newest && readFixture(root, newest))?.flatMap((data) => Object.keys(data as Data)));
    const fields = event ? source.fieldsOf(event).flat() : [];
    expect(fields.map(({ name }) => name).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('is all of events that are declared', () => {
    const declared = new Set(fixtures.map(({ path }) => path));
    const first = (path: string) => path.replace(/\.\d+\.json$/, '.json');
    expect(fixturePaths(root).filter((path) => !declared.has(first(path)))).toEqual([]);
  });

  it('stays as it was written: what is frozen is never changed, since shops have it in their logs', () => {
    expect(digestsOf(root)).toEqual(frozenIn(root));
  });

  it.each(fixtures.map((fixture) => [fixture.path, fixture] as const))(
    '%s is read as what is declared today, also when the person was erased',
    async (_, fixture) => {
      const event = source.events.get(fixture.type);
      for (const { data } of await readToday(fixture)) {
        expect(event && mismatch(source.checker, event.data, data)).toBeUndefined();
      }
      expect(await readToday(fixture, withoutPerson(fixture))).toHaveLength(readFixture(root, fixture)?.length ?? 0);
    },
  );

  it.each([
    ['a field is missing', 'data.bookingId is missing', ({ bookingId: _, ...rest }: Data) => rest],
    ['a field is not declared', 'data.colour is not declared', (data: Data) => ({ ...data, colour: 'red' })],
    ['a field is of another kind', 'data.quantity is "1", not number', (data: Data) => ({ ...data, quantity: '1' })],
    ['money is', 'data.price.currency is missing', (data: Data) => ({ ...data, price: { amount: 1 } })],
    [
      'a word is none of those declared',
      'data.large is false, not true | undefined',
      (data: Data) => ({ ...data, large: false }),
    ],
  ])('would not be read as that where %s', (_, said, change) => {
    const event = source.events.get('ToolBooked');
    const [data] =
      readFixture(root, { type: 'ToolBooked', version: 1, path: 'modules/booking/fixtures/ToolBooked.v1.json' }) ?? [];
    expect(event && mismatch(source.checker, event.data, data)).toBeUndefined();
    expect(event && mismatch(source.checker, event.data, change(data as Data))).toBe(said);
  });

  it('is folded by every aggregate and every read model, alone, after everything else, and of an erased person', async () => {
    const all: StoredEvent[] = [];
    for (const fixture of fixtures) {
      all.push(...(await readToday(fixture)), ...(await readToday(fixture, withoutPerson(fixture))));
    }
    for (const { aggregate, types } of aggregates) {
      const own = all.filter(({ type }) => types.includes(type));
      expect(own.length, aggregate.name).toBeGreaterThan(0);
      for (const event of own) fold(aggregate, [event]);
      fold(aggregate, own);
      fold(aggregate, own.toReversed());
    }
    await withAllModules(async (modules) => {
      for (const projection of modules.flatMap(({ projections }) => projections)) {
        const own = all.filter(({ type }) => projection.handles(type));
        for (const event of own) expect(() => projection.idOf(event), projection.name).not.toThrow();
        let document: unknown;
        for (const event of [...own, ...own.toReversed()]) {
          if (projection.idOf(event) === undefined) continue;
          projection.evolve(undefined, event);
          document = projection.evolve(document, event);
          if (document !== undefined) projection.entriesOf(document);
        }
      }
    });
  });
});

type Data = { readonly [name: string]: unknown };

/** The events of a fixture as they are read from a log today. */
async function readToday(fixture: Fixture, data = readFixture(root, fixture) ?? []): Promise<StoredEvent[]> {
  const { type, version: schema } = fixture;
  const events = data.map((one, index) => {
    const event = stored({ type, data: one });
    return { ...event, id: `${fixture.path} ${index}`, revision: BigInt(index), meta: { ...event.meta, schema } };
  });
  const log = { readStream: async () => events } as unknown as EventStore;
  return versionedEventStore(log, eventDeclarations).readStream('any');
}

/** The same, with what is left of a person who was erased. */
function withoutPerson(fixture: Fixture): readonly unknown[] {
  const fields = eventDeclarations.get(fixture.type)?.versions.get(fixture.version)?.personal?.fields ?? [];
  return (readFixture(root, fixture) ?? []).map((data) =>
    Object.fromEntries(
      Object.entries(data as object).map(([name, value]) => [name, fields.includes(name) ? erased : value]),
    ),
  );
}

/** The aggregates of the source, as the shop runs them; without those on which nothing is decided. */
async function aggregatesOf({ aggregates: found }: SourceTypes) {
  const folded = found.filter(({ variable }) => variable !== '');
  return Promise.all(
    folded.map(async ({ file, variable, types }) => {
      const aggregate: Aggregate<unknown, DomainEvent> = (await import(join(root, file)))[variable];
      return { aggregate, types };
    }),
  );
}
