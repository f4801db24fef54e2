import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bookingHistory } from '../../modules/booking/history.ts';
import { toolBooked } from '../../modules/booking/testing/examples.ts';
import type { Module } from '../../modules/kernel/module.ts';
import { userHistory } from '../../modules/users/history.ts';
import { profileUpdated, userRegistered } from '../../modules/users/testing/examples.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openLog } from '../runtime/logging/log.ts';
import { historyOf } from '../start/operations/history-of.ts';
import { newEvent } from '../testing/deciding/new-event.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryIndexFile } from './history-index-file.ts';

const module: Module = {
  name: 'told',
  routes: [],
  projections: [],
  reactors: [],
  timers: [],
  history: [userHistory, bookingHistory('usd')],
};

/** A log and who reads its history; closed with the test. */
function open(now?: () => Date) {
  const folder = temporaryFolder();
  const store = openSqliteEventStore({ file: join(folder, 'events.db') });
  const readStream = vi.spyOn(store, 'readStream');
  const { feed, reader } = historyOf({
    file: new HistoryIndexFile({ file: join(folder, 'history.db') }),
    ...{ plainStore: store, openedStore: store, modules: [module], log: openLog('error'), ...(now && { now }) },
    personName: async () => undefined,
    toolName: async () => undefined,
  });
  feed.start();
  onTestFinished(async () => {
    await feed.close();
    await store.close();
  });
  /** How many events were read of streams by some work. */
  async function reads(work: () => Promise<unknown>) {
    await feed.fresh();
    readStream.mockClear();
    await work();
    const read = await Promise.all(readStream.mock.results.map(({ value }) => value));
    return read.flat().length;
  }
  return { store, feed, reader, reads };
}

it('shows a page without folding all of a stream that somebody has filled', async () => {
  const { store, feed, reader, reads } = open();
  const events = [userRegistered(), ...Array.from({ length: 3_000 }, (_, n) => profileUpdated({ education: `${n}` }))];
  for (let first = 0; first < events.length; first += 500)
    await store.append(
      'user-u1',
      'any',
      events.slice(first, first + 500).map((event) => newEvent(event)),
    );
  const { entries, steps } = reader;
  const newest = async () => (await entries.wanted(feed.newest({}, { limit: 5 }), {}))[0];
  expect(await reads(newest)).toBe(5);
  expect(await newest()).toMatchObject({ event: { data: { education: '2999' } }, changes: [] });
  // Who steps through that one thing is told all the same.
  const last = (await steps.around('user:u1', { at: undefined, limit: 2 })).steps.at(-1);
  expect(last?.changes).toEqual([{ field: 'education', before: '2998', after: '2999' }]);
  // And near its beginning every list tells it.
  const [second] = await entries.wanted(feed.newest({}, { before: 4n, limit: 1 }), {});
  expect(second?.changes).toEqual([{ field: 'education', before: '0', after: '1' }]);
});

it('tells what caused an event and what followed from it, of however much one request', async () => {
  const { store, feed, reader } = open();
  const correlationId = randomUUID();
  const ids: string[] = [];
  for (let n = 0; n < 600; n++) {
    const event = newEvent(toolBooked({ bookingId: `b${n}` }));
    const causationId = ids[n - 100];
    await store.append(`booking-b${n}`, 'any', [
      { ...event, meta: { ...event.meta, correlationId, ...(causationId !== undefined && { causationId }) } },
    ]);
    ids.push(event.id);
  }
  await feed.fresh();
  const { causes, effects, beside, more } = await reader.causes.of(ids[450] ?? '');
  expect(causes.map(({ event }) => event?.id)).toEqual([ids[350], ids[250], ids[150], ids[50]]);
  expect(effects.map(({ event, depth }) => [event?.id, depth])).toEqual([[ids[550], 1]]);
  expect(effects.length + beside.length).toBe(200);
  expect(more).toBe(true);
});

it('shows the order counts of today on a day on which nothing has happened', async () => {
  const placed = newEvent(toolBooked());
  const tomorrow = () => new Date(Date.parse(placed.meta.time) + 86_400_000);
  const { store, feed, reader } = open(tomorrow);
  await store.append('booking-b1', 'any', [placed]);
  await feed.fresh();
  const { state, at } = await reader.travel.asOf('order-counts', undefined);
  expect(state).toMatchObject({ total: 1, today: { orders: 0 }, yesterday: { orders: 1 } });
  expect(at.slice(0, 10)).toBe(tomorrow().toISOString().slice(0, 10));
  const then = await reader.travel.asOf('order-counts', '1');
  expect(then.state).toMatchObject({ total: 1, today: { orders: 1 }, yesterday: { orders: 0 } });
});
