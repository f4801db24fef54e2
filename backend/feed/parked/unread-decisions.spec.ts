import { expect, it } from 'vitest';
import { scheduledOnce } from '../../../modules/kernel/commands.ts';
import { buildOf } from '../../../modules/kernel/documents/build-name.ts';
import { storedEvents } from '../../../modules/kernel/stored-events.ts';
import { buildEvents, buildStream } from '../../builds/build-events.ts';
import { type BuildState, promoted, rebuilt } from '../../builds/build-state.ts';
import { Builds } from '../../builds/builds.ts';
import { versionedEventStore } from '../../event-store/versioned.ts';
import { KnownSkips } from '../../history-index/known-skips.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { contextOf } from '../../testing/context.ts';
import { type Counted, count, countersOf } from '../../testing/counters.ts';
import { caughtUp, totals } from '../../testing/deciding/caught-up.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { makeBuild } from '../rebuilding/make-build.ts';
import { ParkedDecisions } from './parked-decisions.ts';
import { ParkedEvents } from './parked-events.ts';
import { skippedEvents, skippedStream } from './skipped-events.ts';
import { parkingUnreadDecisions } from './unread-decisions.ts';

const counters = countersOf();
const silent = openLog('silent');

/** Stores as a shop has them: what cannot be read is told as damaged. */
function opened() {
  const { store: plain, readModels } = openedStores();
  const declared = [...buildEvents, ...skippedEvents, ...storedEvents<Counted>({ Counted: { version: 1 } })];
  const store = versionedEventStore(plain, new Map(declared));
  const damage = async (stream: string, type: string) => {
    await plain.append(stream, 'any', [newEvent({ type, data: null })]);
  };
  const decisions = new ParkedDecisions({ store, makeAnew: async () => {} });
  const decide = <E extends ReturnType<typeof rebuilt | typeof promoted>>(how: (state: BuildState) => E) =>
    new Builds(store).decide(counters, how, 'Test', scheduledOnce('test'));
  const look = async (log = silent) => {
    const parked = new ParkedEvents(store);
    await parkingUnreadDecisions({ store, parked, log }).run(new Date(), new AbortController().signal);
    await parked.load();
    return parked;
  };
  return { store, readModels, damage, decisions, decide, look };
}

it('a skip that cannot be read keeps no shop from opening, and no other skip from being heeded and decided', async () => {
  const { store, readModels, damage, decisions } = opened();
  await count(store, 'a', 1, 1, 1);
  const [first, second] = await store.readStream('counter-a');
  if (!first || !second) throw new Error('There are events.');
  const parked = new ParkedEvents(store);
  const reader = `projection:${counters.storedAs}`;
  for (const event of [first, second])
    await parked.keep(reader, [{ event, reason: new Error('no'), state: 'parked', stops: false }]);
  await decisions.skip(first.id, 'Bad', contextOf('k1'));
  await damage(skippedStream, 'EventSkipped');
  await decisions.skip(second.id, 'Bad too', contextOf('k2'));
  const later = new ParkedEvents(store);
  await later.load();
  expect([first, second].map((event) => later.isSkipped(reader, event))).toEqual([true, true]);
  await caughtUp(new ProjectionRunner([counters], readModels, store, later), store);
  expect(await totals(readModels)).toEqual({ a: 1 });
  const known = new KnownSkips(store);
  await known.load();
  expect(known.has(counters.storedAs, second.id)).toBe(true);
});

it('a decision about builds that cannot be read keeps no node from opening and going on, nor others from being made', async () => {
  const { store, readModels, damage, decide } = opened();
  await count(store, 'a', 1);
  const running = new ProjectionRunner([counters], readModels, store);
  await caughtUp(running, store);
  const make = async (build: number) => {
    const position = await makeBuild(buildOf(counters, build), readModels, store);
    await decide((state) => rebuilt(counters, state, { build, position }));
  };
  await make(2);
  await damage(buildStream, 'ProjectionPromoted');
  const builds = new Builds(store);
  await builds.load();
  expect(builds.of(counters)).toMatchObject({ shown: 1, next: { build: 2 }, last: 3 });
  await decide((state) => promoted(counters, state));
  await caughtUp(running, store);
  await caughtUp(new ProjectionRunner([counters], readModels, store), store);
  await builds.load();
  expect(builds.of(counters)).toMatchObject({ shown: 2, before: { build: 1 } });
  await make(4);
});

it('a build whose making cannot be read, and which is shown, is not made another in the place of', async () => {
  const { store, damage, decide } = opened();
  await damage(buildStream, 'ProjectionRebuilt');
  await decide(() => ({
    type: 'ProjectionPromoted',
    data: { projection: 'counters', version: 1, build: 3, instead: 1 },
  }));
  const builds = new Builds(store);
  await builds.load();
  expect(builds.of(counters)).toMatchObject({ shown: 3, last: 4 });
});

it('what cannot be read of skips and builds is parked and said, with what helps, until it is skipped', async () => {
  const { store, damage, decisions, look } = opened();
  await damage(skippedStream, 'EventSkipped');
  await damage(buildStream, 'ProjectionRebuilt');
  const lines: string[] = [];
  const { entries } = await look(openLog('error', { write: (line: string) => void lines.push(line) }));
  expect(entries).toMatchObject([
    {
      reader: 'log',
      stream: skippedStream,
      state: 'parked',
      error: expect.stringContaining("'parked skip' that again"),
    },
    { reader: 'log', stream: buildStream, state: 'parked', error: expect.stringContaining("'projections' says which") },
  ]);
  for (const [index, { eventId }] of entries.entries()) {
    expect(lines[index]).toContain(eventId);
    await decisions.skip(eventId, 'Known', contextOf(eventId));
  }
  expect((await look()).entries).toEqual([]);
  expect(await store.readStream(skippedStream, { damaged: 'told' })).toHaveLength(3);
});
