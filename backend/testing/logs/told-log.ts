import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { AsOf } from '../../../modules/audit/contract.ts';
import { bookingHistory } from '../../../modules/booking/history.ts';
import { catalogHistory } from '../../../modules/catalog/history.ts';
import { stockReserved, stockSold } from '../../../modules/catalog/testing/examples.ts';
import type { DomainEvent, StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Module } from '../../../modules/kernel/module.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { HistoryIndexFile } from '../../history-index/history-index-file.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { historyOf } from '../../start/operations/history-of.ts';
import { newEvent } from '../deciding/new-event.ts';

const module: Module = {
  name: 'told',
  routes: [],
  projections: [],
  reactors: [],
  timers: [],
  history: [catalogHistory, bookingHistory('usd')],
};

/** A log and its history in a folder, as a process has them; closed with the test. */
export async function openTold(folder: string) {
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

export type Told = Awaited<ReturnType<typeof openTold>>;

/** Some of one tool, of orders that are told apart by their numbers from `from` on; every third is sold. */
export const reservations = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    (from + n) % 3 === 2
      ? stockSold({ bookingId: `b${from + n - 1}` })
      : stockReserved({ bookingId: `b${from + n}`, quantity: 1 + (n % 2) }),
  );
