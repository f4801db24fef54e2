import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AsOf } from '../../modules/audit/contract.ts';
import type { Booking } from '../../modules/booking/contract.ts';
import { bookingHistory } from '../../modules/booking/history.ts';
import { type BookingDocument, bookings } from '../../modules/booking/read-models/bookings.ts';
import { anyHistory } from '../../modules/booking/testing/any-history.ts';
import { catalogHistory } from '../../modules/catalog/history.ts';
import { type StockedTool, tools } from '../../modules/catalog/read-models/tools.ts';
import { stockReserved, stockSold, toolAdded } from '../../modules/catalog/testing/examples.ts';
import { shownIn } from '../../modules/kernel/document-text.ts';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { DomainEvent, StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Module } from '../../modules/kernel/module.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openLog } from '../runtime/log.ts';
import { historyOf } from '../start/history-of.ts';
import { newEvent } from '../testing/new-event.ts';
import { ownTime } from '../testing/own-time.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { HistoryIndexFile } from './history-index-file.ts';

const module: Module = {
  name: 'told',
  routes: [],
  projections: [],
  reactors: [],
  timers: [],
  history: [catalogHistory, bookingHistory('usd')],
};

/** A log and its history in a folder, as a process has them; closed with the test. */
async function open(folder: string) {
  let read = 0;
  const plain = openSqliteEventStore({ file: join(folder, 'events.db') });
  const store: EventStore = {
    ...plain,
    async readStream(stream, options) {
      const events = await plain.readStream(stream, options);
      read += events.length;
      return events;
    },
  };
  const { feed, module: audit } = historyOf({
    file: new HistoryIndexFile({ file: join(folder, 'history.db') }),
    plainStore: store,
    openedStore: store,
    modules: [module],
    personName: async () => undefined,
    toolName: async () => undefined,
    log: openLog('error'),
  });
  feed.start();
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await feed.close();
    await store.close();
  };
  onTestFinished(close);
  const route = audit.routes.find(({ path }) => path === '/history/{stream}');
  return {
    folder,
    store,
    feed,
    close,
    /** How many events were read of streams since this was asked last. */
    reads() {
      const before = read;
      read = 0;
      return before;
    },
    async asOf(stream: string, at: bigint): Promise<AsOf> {
      const asked = { params: { stream }, query: { at: `${at}` } } as Parameters<
        NonNullable<typeof route>['handle']
      >[0];
      return (await route?.handle(asked))?.body as AsOf;
    },
    async append(stream: string, events: readonly DomainEvent[], time?: string) {
      const made = events
        .map((event) => newEvent(event))
        .map((event) => ({ ...event, meta: { ...event.meta, ...(time && { time }) } }));
      for (let first = 0; first < made.length; first += 200)
        await store.append(stream, 'any', made.slice(first, first + 200));
    },
    async inLog(): Promise<StoredEvent[]> {
      return [...(await store.readAll({ after: 0n, limit: 100_000 })).events];
    },
    async indexed() {
      expect((await feed.fresh()).isWhole).toBe(true);
      return feed
        .newest({}, { limit: 100_000 })
        .map(({ position, stream, revision }) => ({ position, stream, revision }));
    },
  };
}

type Open = Awaited<ReturnType<typeof open>>;

async function expectWhole(shop: Open) {
  const log = (await shop.inLog()).map(({ position, stream, revision }) => ({ position, stream, revision }));
  expect(await shop.indexed()).toEqual(log.toReversed());
}

const reservations = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    (from + n) % 3 === 2
      ? stockSold({ bookingId: `b${from + n - 1}` })
      : stockReserved({ bookingId: `b${from + n}`, quantity: 1 + (n % 2) }),
  );

describe('the history of a log', () => {
  it('goes on where it was when its process ended, at whichever moment', async () => {
    const folder = temporaryFolder();
    for (let round = 0; round < 4; round++) {
      const shop = await open(folder);
      await shop.append('tool-t1', reservations(2_100));
      if (round % 2 === 0) await expectWhole(shop);
      await shop.close();
    }
    await expectWhole(await open(folder));
  });

  it('has what two processes write, that follow the log beside each other', async () => {
    const folder = temporaryFolder();
    const both = [await open(folder), await open(folder)] as const;
    await Promise.all(both.map((shop, index) => shop.append(`tool-t${index}`, reservations(3_000))));
    for (const shop of both) await expectWhole(shop);
  });

  it('is made again of another log, of one that has lost its end, and where it was deleted', async () => {
    const folder = temporaryFolder();
    const first = await open(folder);
    await first.append('tool-t1', reservations(4_200));
    await expectWhole(first);
    await first.close();
    const aside = join(folder, 'aside.db');
    new DatabaseSync(join(folder, 'events.db')).prepare('VACUUM INTO ?').run(aside);
    const longer = await open(folder);
    await longer.append('tool-t2', reservations(4_200));
    await expectWhole(longer);
    await longer.close();
    restore(folder, aside);
    const restored = await open(folder);
    await restored.append('booking-b1', reservations(4_200));
    await expectWhole(restored);
    await restored.close();
    restore(folder, aside);
    // Gone on before anybody looks: as many events as there had been, at the same places.
    const goneOn = openSqliteEventStore({ file: join(folder, 'events.db') });
    const later = reservations(4_200).map((event) => newEvent(event));
    for (let from = 0; from < later.length; from += 200)
      await goneOn.append('booking-b1', 'any', later.slice(from, from + 200));
    await goneOn.close();
    const known = await open(folder);
    await expectWhole(known);
    const [last] = (await known.inLog()).slice(-300);
    expect(await known.feed.find(last?.id ?? '')).toMatchObject([{ position: last?.position }]);
    await known.close();
    deleteIndex(folder);
    const deleted = await open(folder);
    await expectWhole(deleted);
    await deleted.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `events.db${suffix}`), { force: true });
    const other = await open(folder);
    await other.append('tool-t9', reservations(4_300));
    await expectWhole(other);
  });

  it('is whole or said not to be where it was deleted while two processes had it open', async () => {
    const folder = temporaryFolder();
    const both = [await open(folder), await open(folder)] as const;
    await both[0].append('tool-t1', reservations(4_200));
    for (const shop of both) await expectWhole(shop);
    deleteIndex(folder);
    for (const shop of both) await expectWhole(shop);
    for (const shop of both) await shop.close();
    expect(new HistoryIndexFile({ file: join(folder, 'history.db') }).progress.log).not.toBe('');
  });

  it('says how far it is until it is made again', async () => {
    const shop = await open(temporaryFolder());
    await shop.append('tool-t1', reservations(1_200));
    await expectWhole(shop);
    const readAll = vi.spyOn(shop.store, 'readAll').mockRejectedValue(new Unavailable('It is away.'));
    deleteIndex(shop.folder);
    expect(await shop.feed.fresh()).toMatchObject({ reached: 0n, isWhole: false });
    await expect(shop.asOf('tool-t1', 3n)).rejects.toThrow(
      'The history is being indexed, and is so as of position 0 by now.',
    );
    readAll.mockRestore();
    await expect.poll(async () => (await shop.feed.fresh()).isWhole).toBe(true);
    await expectWhole(shop);
  });

  it('catches up once whoever keeps it from being written is gone, and keeps nobody who appends waiting', async () => {
    const folder = temporaryFolder();
    const shop = await open(folder);
    await expectWhole(shop);
    const other = new DatabaseSync(join(folder, 'history.db'));
    other.exec('BEGIN IMMEDIATE');
    await shop.append('tool-t1', reservations(4_400));
    expect((await shop.feed.fresh()).isWhole).toBe(false);
    other.exec('ROLLBACK');
    other.close();
    await expect.poll(async () => (await shop.feed.fresh()).isWhole).toBe(true);
    await expectWhole(shop);
  });

  it('misses nothing where the node of a cluster that names the end is ahead of the one that gives what comes before', async () => {
    const shop = await open(temporaryFolder());
    await shop.append('tool-a', reservations(1));
    await expectWhole(shop);
    const upTo = await shop.store.head();
    const { readAll, head } = shop.store;
    let asked = 0;
    // The next to be asked for the end has all of it; whoever is asked after that has not yet.
    shop.store.head = async () => (asked++ === 0 ? head() : upTo);
    shop.store.readAll = async (query) => {
      const { events } = await readAll(query);
      const there = events.filter(({ position }) => position <= upTo);
      return { events: there, position: there.at(-1)?.position ?? query.after, caughtUp: true };
    };
    await shop.append('tool-a', reservations(2, 1));
    const seen = shop.feed.fresh();
    await expect.poll(() => asked).toBeGreaterThan(1);
    expect(shop.feed.reached).toBe(upTo);
    Object.assign(shop.store, { readAll, head });
    await seen;
    await expectWhole(shop);
  });

  it('says what is wrong where the log is damaged, at once, and to whoever asks for the history', async () => {
    const folder = temporaryFolder();
    const shop = await open(folder);
    await shop.append('tool-t1', reservations(1_200)); // At an opening only the last events are looked at.
    await expectWhole(shop);
    await shop.close();
    rmSync(join(folder, 'history.db'));
    const log = new DatabaseSync(join(folder, 'events.db'));
    log.exec("UPDATE events SET data = '{}' WHERE position = 7");
    log.close();
    const again = await open(folder);
    const wrong = expect.stringContaining('the event at position 7 is damaged');
    await expect.poll(async () => (await again.feed.fresh()).wrong).toEqual(wrong);
    const took = ownTime();
    expect(await again.feed.fresh()).toEqual({ reached: 0n, isWhole: false, wrong });
    expect(took()).toBeLessThan(1_000);
    await expect(again.asOf('tool-t1', 3n)).rejects.toThrow(
      /cannot be indexed after position 0: .*position 7 is damaged/,
    );
  });
});

describe('a thing as of a position', () => {
  it('is the fold of its events up to there, and reads some dozens of them at most of a hundred thousand', async () => {
    const folder = temporaryFolder();
    const shop = await open(folder);
    await shop.append('tool-t1', [toolAdded({ toolId: 't1', available: 1_000_000 }), ...reservations(5_000)]);
    await shop.indexed();
    const log = await shop.inLog();
    let tool: StockedTool | undefined;
    const states = log.map((event) => {
      if (tools.handles(event.type)) tool = tools.evolve(tool, event) as StockedTool | undefined;
      const { Ratings: RatingsAdded, ...shown } = tool ? JSON.parse(shownIn(tools.textOf(tool))) : {};
      return { ...shown, RatingsAdded };
    });
    shop.reads();
    for (const at of [0, 1, 1_022, 1_023, 1_024, 2_500, 4_095, 4_999, 5_000]) {
      const found = await shop.asOf('tool-t1', log[at]?.position ?? 0n);
      expect(found).toMatchObject({ state: states[at], revision: at, position: `${log[at]?.position}` });
      expect(shop.reads()).toBeLessThanOrEqual(64);
    }
  });

  it('is the recount of all orders up to there, for the order counts', async () => {
    const folder = temporaryFolder();
    const shop = await open(folder);
    const told = fc
      .sample(anyHistory, { numRuns: 180, seed: 11 })
      .flatMap((history, run) =>
        history.map(({ event, time }) => ({ event: renamed(event, run), time: later(time, run) })),
      );
    expect(told.length).toBeGreaterThan(1_100);
    await Promise.all(told.map(({ event, time }) => shop.append(`booking-${event.data.bookingId}`, [event], time)));
    await shop.indexed();
    const log = await shop.inLog();
    const orders = new Map<string, BookingDocument>();
    for (const [index, event] of log.entries()) {
      if (bookings.handles(event.type)) {
        const id = bookings.idOf(event) ?? '';
        const order = bookings.evolve(orders.get(id), event) as BookingDocument | undefined;
        if (order) orders.set(id, order);
        else orders.delete(id);
      }
      if (index % 37 !== 0) continue;
      const { state } = await shop.asOf('order-counts', event.position);
      expect(state, `${index}`).toMatchObject(recounted([...orders.values()], event.meta.time));
    }
    shop.reads();
    await shop.asOf('order-counts', log.at(-1)?.position ?? 0n);
    expect(shop.reads()).toBeLessThan(512 * 30);
  });
});

function recounted(orders: readonly BookingDocument[], now: string) {
  const count = (status: Booking['status']) => orders.filter((order) => order.status === status).length;
  const cents = orders.filter(({ kept }) => kept.currency === 'usd').reduce((sum, { kept }) => sum + kept.amount, 0);
  const today = orders.filter(({ at }) => at.slice(0, 10) === now.slice(0, 10)).length;
  return {
    total: orders.length,
    unpaid: count('unpaid'),
    paid: count('paid'),
    refunded: count('refunded'),
    revenue: cents / 100,
    today: { orders: today },
  };
}

/** The same of another order, so that several histories may stand in one log. */
function renamed<E extends { readonly data: object }>(event: E, run: number): E & { data: { bookingId: string } } {
  const { bookingId } = event.data as { bookingId: string };
  return { ...event, data: { ...event.data, bookingId: `r${run}${bookingId}` } } as E & { data: { bookingId: string } };
}

/** So many months later: one history after the other. */
const later = (time: string, run: number) => new Date(Date.parse(time) + run * 40 * 86_400_000).toISOString();

function deleteIndex(folder: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `history.db${suffix}`), { force: true });
}

function restore(folder: string, from: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `events.db${suffix}`), { force: true });
  copyFileSync(from, join(folder, 'events.db'));
}
