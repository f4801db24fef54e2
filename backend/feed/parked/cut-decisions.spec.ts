import { EventStoreDBClient } from '@eventstore/db-client';
import { expect, it, onTestFinished } from 'vitest';
import { scheduledOnce } from '../../../modules/kernel/commands.ts';
import { DamagedStream } from '../../../modules/kernel/errors.ts';
import { storedEvents } from '../../../modules/kernel/stored-events.ts';
import { buildEvents, buildStream } from '../../builds/build-events.ts';
import { promoted, rebuilt } from '../../builds/build-state.ts';
import { Builds } from '../../builds/builds.ts';
import { startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { openEventStoreDB } from '../../event-store/eventstoredb.ts';
import { versionedEventStore } from '../../event-store/versioned.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { contextOf } from '../../testing/context.ts';
import { type Counted, count, countersOf } from '../../testing/counters.ts';
import { parkingCutDecisions } from './cut-decisions.ts';
import { ParkedDecisions } from './parked-decisions.ts';
import { ParkedEvents } from './parked-events.ts';
import { skippedEvents, skippedStream } from './skipped-events.ts';

const prefix = 'inventory-';
const counters = countersOf();

/** A log in an EventStoreDB in which operators have skipped two events and promoted a build; and an operator of the server. */
async function decided() {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  const operator = EventStoreDBClient.connectionString(server.url);
  onTestFinished(() => operator.dispose());
  const plain = openEventStoreDB({ address: server.url, prefix });
  onTestFinished(() => plain.close());
  const declared = [...buildEvents, ...skippedEvents, ...storedEvents<Counted>({ Counted: { version: 1 } })];
  const store = versionedEventStore(plain, new Map(declared));
  const reader = `projection:${counters.storedAs}`;
  await count(store, 'a', 1, 1, 1);
  const events = await store.readStream('counter-a');
  const parked = new ParkedEvents(store);
  const decisions = new ParkedDecisions({ store, makeAnew: async () => {} });
  const skip = async (nth: number) => {
    const event = events[nth];
    if (!event) throw new Error('There is no such event.');
    await parked.keep(reader, [{ event, reason: new Error('no'), state: 'parked', stops: false }]);
    await decisions.skip(event.id, 'Bad', contextOf(`skip ${nth}`));
  };
  const skipped = async () => {
    const later = new ParkedEvents(store);
    await later.load();
    return events.map((event) => later.isSkipped(reader, event));
  };
  const build = async (how: Parameters<Builds['decide']>[1]) =>
    new Builds(store).decide(counters, how, 'Test', scheduledOnce('test'));
  const builds = async () => {
    const all = new Builds(store);
    await all.load();
    return all.of(counters);
  };
  await skip(0);
  await skip(1);
  await build((state) => rebuilt(counters, state, { build: 2, position: 1n }));
  await build((state) => promoted(counters, state));
  const cut = async (metadata: { maxCount?: number; truncateBefore?: number }) => {
    for (const stream of [skippedStream, buildStream]) await operator.setStreamMetadata(prefix + stream, metadata);
  };
  return { store, skip, skipped, build, builds, cut, decisions };
}

it('a store that shows the last of what operators decided keeps no shop from opening, nor others from being decided', async () => {
  const { skip, skipped, build, builds, cut } = await decided();
  await cut({ maxCount: 1 });
  expect(await skipped()).toEqual([false, true, false]);
  expect(await builds()).toMatchObject({ shown: 2 });
  await skip(2);
  expect(await skipped()).toEqual([false, false, true]);
  // A number that may have been given is not given again.
  const { last } = await builds();
  await build((state) => rebuilt(counters, state, { build: last + 1, position: 1n }));
  expect(await builds()).toMatchObject({ shown: 1, next: { build: last + 1 } });
  expect(last).toBeGreaterThan(2);
  await cut({});
  expect(await skipped()).toEqual([true, true, true]);
  expect(await builds()).toMatchObject({ shown: 2 });
});

it('a store that shows nothing of what operators decided keeps no shop from opening, and takes nothing that it cannot put behind that', async () => {
  const { skip, skipped, build, builds, cut } = await decided();
  await cut({ truncateBefore: 9 });
  expect(await skipped()).toEqual([false, false, false]);
  expect(await builds()).toEqual({ shown: 1, last: 1 });
  await expect(skip(2)).rejects.toThrow(DamagedStream);
  const make = build((state) => rebuilt(counters, state, { build: 2, position: 1n }));
  await expect(make).rejects.toThrow(DamagedStream);
});

it('what is gone of that is parked and said, with what helps, until it is there again or skipped', async () => {
  const { store, cut, decisions } = await decided();
  const lines: string[] = [];
  const log = openLog('error', { write: (line: string) => void lines.push(line) });
  const parked = new ParkedEvents(store);
  const timer = parkingCutDecisions({ store, parked, log });
  const look = async () => {
    await timer.run(new Date(), new AbortController().signal);
    return parked.of('log');
  };
  const lacking = [skippedStream, buildStream].map((stream) => ({
    stream,
    error: expect.stringMatching(
      /before revision 1 of it is gone\..*Take \$maxCount.* out of its metadata.*skip this\.$/,
    ),
  }));
  expect(await look()).toEqual([]);
  await cut({ maxCount: 1 });
  expect(await look()).toMatchObject(lacking);
  expect(await look()).toHaveLength(2);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(lacking.map(({ stream }) => ({ stream })));
  await cut({});
  expect(await look()).toEqual([]);
  await cut({ maxCount: 1 });
  const [skips] = await look();
  await decisions.skip(skips?.eventId ?? '', 'Known', contextOf('known'));
  expect(await look()).toMatchObject([{ stream: buildStream }]);
});
