import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, type TestContext, vi } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { type Reactor, reactor, type Timer } from '../../modules/kernel/reactor.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { startEventStoreDouble } from '../doubles/eventstoredb/event-store-double.ts';
import { troubledReadModels } from '../doubles/troubled-read-models.ts';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { openLog } from '../runtime/logging/log.ts';
import { type Counted, count, counted, countersOf, newEvent } from '../testing/counters.ts';
import { ownTime } from '../testing/measuring/own-time.ts';
import { openedReadModels, openedStores } from '../testing/opened-stores.ts';
import { NodeFeed } from './node-feed.ts';
import { ParkedEvents } from './parked/parked-events.ts';
import { ProjectionRunner } from './projection-runner.ts';
import { ReactorRunner } from './reactor-runner.ts';
import type { WatchPatience } from './subscription/log-watch.ts';

const patient = { timeout: 30_000 };
const [log, counters] = [openLog('silent'), countersOf()];

describe('a node', () => {
  it('shows what the log says when it has started', async (test) => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1, 2);
    const feed = await started(test, { store, readModels });
    expect(feed.isCaughtUp).toBe(true);
    expect(await totalOf(readModels)).toBe(3);
  });

  it('shows what comes later to who waits for it', async (test) => {
    const { store, readModels } = openedStores();
    const feed = await started(test, { store, readModels });
    for (let by = 1; by <= 20; by++) expect(await feed.whenShown(await count(store, 'a', by))).toBe(true);
    expect(await totalOf(readModels)).toBe(210);
  });

  it('shows what the shop did because of it, too', async (test) => {
    const { store, readModels } = openedStores();
    const doubling = onCounted(({ data }) => (data.counter === 'a' ? count(store, 'b', data.by) : none));
    const feed = await started(test, { store, readModels, reactors: [doubling] });
    expect(await feed.whenShown(await count(store, 'a', 21))).toBe(true);
    expect(await totalOf(readModels, 'b')).toBe(21);
  });

  it('says that something is not shown whose consequences are held up, and waits for no others', async (test) => {
    const { store, readModels } = openedStores();
    const stuck = onCounted(({ data }) =>
      data.counter === 'a' ? Promise.reject(new Unavailable('away')) : count(store, 'c', data.by),
    );
    const isOfB: Reactor = {
      ...stuck,
      react: async (event) => (event.stream === 'counter-c' ? none : stuck.react(event)),
    };
    // Who waited for what is held up would wait for all of the patience.
    const feed = await started(test, { store, readModels, reactors: [isOfB], patience: 60_000 });
    expect(await feed.whenShown(await count(store, 'a', 1))).toBe(false);
    const took = ownTime();
    expect(await feed.whenShown(await count(store, 'b', 2))).toBe(true);
    expect(took()).toBeLessThan(30_000);
    expect(await totalOf(readModels, 'c')).toBe(2);
  });

  it('says so also where only what came of an earlier event of the same call is held up', async (test) => {
    const { store, readModels } = openedStores();
    const stuck = onCounted(({ data }) =>
      data.counter === 'a' ? Promise.reject(new Unavailable('away')) : Promise.resolve(none),
    );
    const feed = await started(test, { store, readModels, reactors: [stuck] });
    const [first, second, other] = ['a', 'b', 'b'].map((name) => newEvent(counted(name)));
    if (!first || !second || !other) throw new Error('There are three.');
    const { correlationId } = first.meta;
    await store.append('counter-a', 'any', [first]);
    const ofCall = { ...second, meta: { ...second.meta, correlationId } };
    const { position } = await store.append('counter-b', 'any', [ofCall]);
    expect(await feed.whenShown(position, correlationId)).toBe(false);
    const { position: after } = await store.append('counter-b', 'any', [other]);
    expect(await feed.whenShown(after, other.meta.correlationId)).toBe(true);
  });

  it('waits once for whatever hangs, and not for one after the other', async (test) => {
    const { store, readModels } = openedStores();
    const hanging = ['one', 'other', 'third'].map((name) => ({
      ...onCounted(() => new Promise<never>(() => {})),
      name,
    }));
    const waits = vi.spyOn(ReactorRunner.prototype, 'whenSettled');
    onTestFinished(() => waits.mockRestore());
    const feed = await started(test, { store, readModels, reactors: hanging, patience: 500 });
    expect(await feed.whenShown(await count(store, 'a', 1))).toBe(false);
    expect(waits).toHaveBeenCalledTimes(hanging.length);
    // A busy machine makes what is left for them less, and never more. A timer may go off a moment early.
    expect(waits.mock.calls.reduce((sum, [, milliseconds]) => sum + milliseconds, 0)).toBeLessThan(510);
  });

  it('tells its listeners of what a GET already shows, also when one of them fails', async () => {
    const { store, readModels } = openedStores();
    const feed = feedOf({ store, readModels });
    const heard: Promise<number>[] = [];
    feed.listen(() => {
      throw new Error('a listener that fails');
    });
    feed.listen(({ events }) => events.length > 0 && heard.push(totalOf(readModels)));
    await feed.start();
    await feed.whenShown(await count(store, 'a', 1));
    await feed.whenShown(await count(store, 'a', 2));
    // Who waits for an answer and who listens are told in no order.
    await expect.poll(() => heard.length).toBe(2);
    expect(await Promise.all(heard)).toEqual([1, 3]);
  });

  it('counts every event once beside another node', async (test) => {
    const { store, readModels, folder } = openedStores();
    const one = await started(test, { store, readModels });
    const other = await started(test, { store, readModels: openedReadModels(folder) });
    let last = 0n;
    for (let by = 1; by <= 100; by++) last = await count(store, 'a', by);
    expect(await one.whenShown(last)).toBe(true);
    expect(await other.whenShown(last)).toBe(true);
    expect(await totalOf(readModels)).toBe(5_050);
  });

  it('does not react again when its read models are made anew', async (test) => {
    const { store, readModels } = openedStores();
    const seen: number[] = [];
    const noting = onCounted(({ data }) => {
      seen.push(data.by);
      return none;
    });
    await count(store, 'a', 1, 2);
    const feed = await started(test, { store, readModels, reactors: [noting] });
    await feed.whenShown(2n);
    await feed.close();
    await readModels.drop(counters.storedAs);
    const next = await started(test, { store, readModels, reactors: [noting] });
    await next.whenShown(await count(store, 'a', 4));
    expect(await totalOf(readModels)).toBe(7);
    expect(seen).toEqual([1, 2, 4]);
  });
});

// Side by side: they wait, each for far longer than it works.
describe.concurrent('a node in trouble', () => {
  it('hears of what its subscription does not bring, though that does not end, and is not ready until then', async (test) => {
    const events = await startEventStoreDouble();
    const store = openEventStoreDB({ address: events.url, prefix: `shop-${randomUUID()}-` });
    test.onTestFinished(async () => {
      await store.close();
      await events.stop();
    });
    const { readModels } = openedStores(test);
    const feed = await started(test, {
      store,
      readModels,
      watching: { goneFor: 60_000, silentFor: 1_500 },
      patience: 30_000,
    });
    expect(await feed.whenShown(await count(store, 'a', 1))).toBe(true);
    events.misbehave.silenceSubscriptions();
    const position = await count(store, 'a', 2);
    const shown = feed.whenShown(position);
    await test.expect.poll(() => feed.isCaughtUp).toBe(false);
    // Who asks how far behind it is hears that it is.
    expect(feed.standing.end).toBeGreaterThanOrEqual(position);
    expect(await shown).toBe(true);
    expect(await totalOf(readModels)).toBe(3);
    await test.expect.poll(() => feed.isCaughtUp).toBe(true);
  });

  it('goes on when the log can be read again', async (test) => {
    const { store, readModels } = openedStores(test);
    let isBroken = false;
    const stumbling: EventStore = {
      ...store,
      async *subscribe(options) {
        for await (const batch of store.subscribe(options)) {
          if (isBroken) throw new Error('damaged');
          yield batch;
        }
      },
    };
    const feed = await started(test, { store: stumbling, readModels });
    await feed.whenShown(await count(store, 'a', 1));
    isBroken = true;
    const last = await count(store, 'a', 2);
    await test.expect.poll(() => feed.isCaughtUp).toBe(false);
    isBroken = false;
    // Who asks before it is read on is told at once that it is not.
    await test.expect.poll(() => feed.whenShown(last)).toBe(true);
    expect(feed.isCaughtUp).toBe(true);
    expect(await totalOf(readModels)).toBe(3);
  });

  it('shows everything once the read models are back', async (test) => {
    const { store, readModels } = openedStores(test);
    let isAway = false;
    const away = troubledReadModels(readModels, () => {
      if (isAway) throw new Unavailable('away');
    });
    const feed = await started(test, { store, readModels: away });
    isAway = true;
    const last = await count(store, 'a', 1);
    await test.expect.poll(() => feed.isCaughtUp).toBe(false);
    isAway = false;
    expect(await feed.whenShown(last)).toBe(true);
    expect(await totalOf(readModels)).toBe(1);
  });

  it('makes read models anew that were emptied while it runs', async (test) => {
    const { store, readModels } = openedStores(test);
    const feed = await started(test, { store, readModels });
    await feed.whenShown(await count(store, 'a', 1, 2));
    await readModels.drop(counters.storedAs);
    await vi.waitFor(async () => expect(await totalOf(readModels)).toBe(3), patient);
  });

  it('runs its timers once, however often its start had to be tried again', async (test) => {
    const { store, readModels } = openedStores(test);
    await count(store, 'a', 1);
    let failures = 3;
    const failing: EventStore = {
      ...store,
      subscribe: (options) => (failures-- > 0 ? broken(options) : store.subscribe(options)),
    };
    let [running, most] = [0, 0];
    const runs: number[] = [];
    const run = async () => {
      most = Math.max(most, ++running);
      runs.push(running);
      await setTimeout(5);
      running -= 1;
    };
    const feed = feedOf({ store: failing, readModels, timers: [{ name: 'counted', every: 1, run }] });
    test.onTestFinished(() => feed.close());
    for (let tries = 0; tries < 3; tries++) await expect(feed.start()).rejects.toThrow('damaged');
    expect(runs).toEqual([]);
    await feed.start();
    await test.expect.poll(() => runs.length).toBeGreaterThan(20);
    expect(most).toBe(1);
  });
});

describe('a node in trouble', () => {
  it('cannot start when the log cannot be read', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const feed = feedOf({ store: { ...store, subscribe: broken }, readModels });
    await expect(feed.start()).rejects.toThrow('damaged');
    expect(feed.isCaughtUp).toBe(false);
    await feed.close();
  });

  it('closes within 2 s though a timer, a reaction and the read models hang', async (test) => {
    const { store, readModels } = openedStores();
    const forever = new Promise<never>(() => {});
    const reached = Promise.withResolvers<void>();
    let hangs = false;
    const hanging = troubledReadModels(readModels, () => (hangs ? forever : undefined));
    const hangingReactor = onCounted(() => {
      hangs = true;
      reached.resolve();
      return forever;
    });
    const timer: Timer = { name: 'hanging', every: 1, run: () => forever };
    const feed = await started(test, { store, readModels: hanging, reactors: [hangingReactor], timers: [timer] });
    await count(store, 'a', 1);
    await reached.promise;
    await count(store, 'a', 2);
    const took = ownTime();
    await feed.close();
    expect(took()).toBeLessThan(2_000);
  });
});

const none = Promise.resolve(undefined);
const onCounted = (react: (event: Counted) => Promise<bigint | undefined>): Reactor =>
  reactor<Counted>({ name: 'on-counted', awaited: true, on: { Counted: react } });

const broken: EventStore['subscribe'] = () => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('damaged')) }),
});

type Parts = {
  store: EventStore;
  readModels: ReadModels;
  reactors?: Reactor[];
  timers?: Timer[];
  patience?: number;
  watching?: WatchPatience;
};

function feedOf({ store, readModels, reactors = [], timers = [], patience, watching }: Parts): NodeFeed {
  const now = () => new Date();
  const parked = new ParkedEvents(store);
  return new NodeFeed({
    store,
    projections: new ProjectionRunner([counters], readModels, store, parked),
    reactors: reactors.map((each) => new ReactorRunner(each, { store, parked, log, now })),
    timers,
    parked,
    log,
    now,
    ...(patience !== undefined && { patience }),
    ...(watching && { watching }),
  });
}

async function started(test: TestContext, parts: Parts): Promise<NodeFeed> {
  const feed = feedOf(parts);
  test.onTestFinished(() => feed.close());
  await feed.start();
  return feed;
}

async function totalOf(readModels: ReadModels, counter = 'a'): Promise<number> {
  const { document } = await readModels.get(counters.storedAs, counter);
  return JSON.parse(document ?? '{"total":0}').total;
}
