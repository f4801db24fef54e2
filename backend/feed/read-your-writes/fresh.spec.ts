import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { troubledReadModels } from '../../doubles/troubled-read-models.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { pause } from '../../runtime/time/pause.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { totals } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { NodeFeed } from '../node-feed.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { OtherVersions } from '../provenance/other-versions.ts';
import { Freshness } from './freshness.ts';

/** Two connections to one log, and what follows the first. */
async function twoOfOneLog(around = (readModels: ReadModels) => readModels) {
  const { readModels: plain, folder } = openedStores();
  const readModels = around(plain);
  // Nobody who looks for news from time to time is of help.
  const [here, elsewhere] = [1, 2].map(() =>
    openSqliteEventStore({ file: join(folder, 'events.db'), pollInterval: 60_000 }),
  );
  if (!here || !elsewhere) throw new Error('There are two.');
  onTestFinished(async () => void (await Promise.all([here.close(), elsewhere.close()])));
  return { here, elsewhere, readModels, feed: await started(here, readModels) };
}

async function started(store: EventStore, readModels: ReadModels, counters = countersOf()): Promise<NodeFeed> {
  const parked = new ParkedEvents(store);
  const projections = new ProjectionRunner([counters], readModels, store, parked);
  const log = openLog('silent');
  const feed = new NodeFeed({ store, projections, reactors: [], timers: [], parked, log, now: () => new Date() });
  onTestFinished(() => feed.close());
  await feed.start();
  return feed;
}

describe('a node beside another process on the same files', () => {
  it('shows at once what that has acknowledged to who waits until it is fresh', async () => {
    const { elsewhere, readModels, feed } = await twoOfOneLog();
    expect(feed.whenFresh()).toBeUndefined();
    for (let by = 1; by <= 20; by++) {
      await count(elsewhere, 'a', by);
      // Undefined where this node has come upon it by itself before it was acknowledged.
      expect(await (feed.whenFresh() ?? true)).toBe(true);
      expect(await totals(readModels)).toEqual({ a: (by * (by + 1)) / 2 });
      expect(feed.whenFresh()).toBeUndefined();
    }
  });

  it('keeps nobody waiting for what it writes itself', async () => {
    const { here, feed } = await twoOfOneLog();
    let last = 0n;
    for (let by = 1; by <= 50; by++) {
      const counting = count(here, 'a', by);
      expect(feed.whenFresh()).toBeUndefined();
      last = await counting;
      expect(feed.whenFresh()).toBeUndefined();
    }
    expect(await feed.whenShown(last)).toBe(true);
  });

  it('misses nothing that is written while it is at work on what was before, by whomever it is', async () => {
    let begun = Promise.withResolvers<void>();
    let goOn = Promise.withResolvers<void>();
    const held = (method: keyof ReadModels) => {
      if (method !== 'commit') return;
      begun.resolve();
      return goOn.promise;
    };
    const { here, elsewhere, readModels, feed } = await twoOfOneLog((plain) => troubledReadModels(plain, held));
    for (const by of [here, elsewhere]) {
      [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await count(here, 'a', 1);
      await begun.promise;
      const last = await count(by, 'a', 1);
      goOn.resolve();
      // Nobody looks again who has missed it.
      expect(await feed.whenShown(last)).toBe(true);
    }
    expect(await totals(readModels)).toEqual({ a: 4 });
  });
});

/** A log on a server, and read models that nodes share: of each version a node, which may be held up as it commits. */
async function twoReleases() {
  const { store: onFiles, readModels: plain } = openedStores();
  const store = { ...onFiles, foreign: undefined };
  const held = new Map<string, Promise<void>>();
  const troubled = troubledReadModels(plain, (method, name) => (method === 'commit' ? held.get(name) : undefined));
  const readModels = { ...troubled, isShared: true };
  const [older, newer] = [countersOf({ version: 1 }), countersOf({ version: 2 })];
  await count(store, 'a', 1);
  const ofOlder = await started(store, readModels, older);
  expect(ofOlder.freshness.isMutual).toBe(true);
  expect(ofOlder.freshness.isInQuestion).toBe(false);
  return { store, readModels, held, older, newer, ofOlder, begin: () => started(store, readModels, newer) };
}

describe('a node beside one of another release, on read models that nodes share', () => {
  it('shows what that has acknowledged to who waits until it is fresh, from when that one is ready on', async () => {
    const { store, readModels, held, older, newer, ofOlder, begin } = await twoReleases();
    const ofNewer = await begin();
    expect(ofNewer.freshness.isMutual).toBe(false);
    await expect.poll(() => ofNewer.freshness.isMutual).toBe(true);
    expect(ofOlder.freshness.isInQuestion).toBe(true);
    for (const [acknowledges, other, late] of [
      [ofNewer, ofOlder, older],
      [ofOlder, ofNewer, newer],
    ] as const) {
      const goOn = Promise.withResolvers<void>();
      held.set(late.storedAs, goOn.promise);
      const before = await totals(readModels, late);
      expect(await acknowledges.whenShown(await count(store, 'a', 1))).toBe(true);
      const fresh = other.whenFresh();
      expect(fresh).toBeInstanceOf(Promise);
      // It is not, while the other's own is what it was.
      expect(await Promise.race([fresh, pause(100)])).toBeUndefined();
      expect(await totals(readModels, late)).toEqual(before);
      goOn.resolve();
      held.delete(late.storedAs);
      expect(await fresh).toBe(true);
      expect(await totals(readModels, older)).toEqual(await totals(readModels, newer));
    }
  });

  it('waits for none that nobody feeds any more', async () => {
    const { store, ofOlder, begin } = await twoReleases();
    await (await begin()).close();
    await expect.poll(() => ofOlder.freshness.isInQuestion).toBe(true);
    const last = await count(store, 'a', 1);
    expect(await ofOlder.whenShown(last)).toBe(true);
    expect(await ofOlder.whenFresh()).toBe(true);
  });

  it('waits for what the log has, and not for how far others have looked through logs of others, or held before it was put back', async () => {
    const { store, readModels, newer, ofOlder } = await twoReleases();
    const last = await count(store, 'a', 1);
    expect(await ofOlder.whenShown(last)).toBe(true);
    await readModels.commit(newer.storedAs, undefined, last + 1_000n, []);
    await expect.poll(() => ofOlder.freshness.isInQuestion).toBe(true);
    const reads = vi.fn(store.readAll);
    for (const head of [last, last + 2_000n]) {
      const waitedFor: bigint[] = [];
      let applied = last - 1n;
      const freshness = new Freshness({
        store: { ...store, head: async () => head, readAll: reads },
        others: { areThere: true, knowOurs: true, furthest: async () => last + 1_000n },
        applied: () => applied,
        async whenApplied(position) {
          waitedFor.push(position);
          if (position === last) applied = last;
          return position === last;
        },
      });
      expect(await freshness.when(1_000)).toBe(true);
      expect(waitedFor).toEqual([last + 1_000n, last]);
      reads.mockClear();
      expect(await freshness.when(1_000)).toBe(true);
      // Of a log that goes further it is known by now.
      expect(reads).toHaveBeenCalledTimes(head > last ? 0 : 1);
    }
    const began = performance.now();
    expect(await ofOlder.whenFresh()).toBe(true);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('is caught up once it shows what the log has of the shop, though that goes on with what others wrote', async () => {
    const { store } = await twoReleases();
    const last = await count(store, 'a', 1);
    let applied = last - 1n;
    const waitedFor: bigint[] = [];
    const freshness = new Freshness({
      store: { ...store, head: async () => last + 1_000n },
      others: { areThere: false, knowOurs: true, furthest: async () => 0n },
      applied: () => applied,
      async whenApplied(position) {
        waitedFor.push(position);
        if (position === last) applied = last;
        return position === last;
      },
    });
    expect(await freshness.whenCaughtUp(1_000)).toBe(true);
    expect(waitedFor).toEqual([last + 1_000n, last]);
    expect(await freshness.whenCaughtUp(1_000)).toBe(true);
    expect(waitedFor).toHaveLength(2);
  });

  it('reads what lies between once for all who wait, and once more for who comes meanwhile', async () => {
    const { store } = await twoReleases();
    const last = await count(store, 'a', 1);
    const goOn = Promise.withResolvers<void>();
    const reads = vi.fn(async (query: Parameters<EventStore['readAll']>[0]) => {
      await goOn.promise;
      return store.readAll(query);
    });
    let [furthest, asked] = [last + 1_000n, 0];
    const freshness = new Freshness({
      store: { ...store, head: async () => last + 9_000n, readAll: reads },
      others: { areThere: true, knowOurs: true, furthest: async () => furthest },
      applied: () => last - 1n,
      async whenApplied(position) {
        asked += 1;
        return position === last;
      },
    });
    const before = Array.from({ length: 20 }, () => freshness.when(5_000));
    await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(1));
    furthest += 1_000n;
    const meanwhile = Array.from({ length: 20 }, () => freshness.when(5_000));
    await vi.waitFor(() => expect(asked).toBe(40));
    await new Promise(setImmediate); // Whoever reads for themselves has begun to by then.
    expect(reads).toHaveBeenCalledTimes(1);
    goOn.resolve();
    expect(new Set(await Promise.all([...before, ...meanwhile]))).toEqual(new Set([true]));
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('knows before it serves of one that has come while it caught up', async () => {
    const { store: onFiles, readModels: plain } = openedStores();
    const store = { ...onFiles, foreign: undefined };
    const readModels = { ...troubledReadModels(plain, () => {}), isShared: true };
    await count(store, 'a', 1);
    const goOn = Promise.withResolvers<void>();
    async function* subscribe(options: Parameters<EventStore['subscribe']>[0]) {
      await goOn.promise;
      yield* store.subscribe(options);
    }
    const starting = started({ ...store, subscribe }, readModels);
    expect(await Promise.race([starting, pause(100)])).toBeUndefined();
    const ofNewer = await started(store, readModels, countersOf({ version: 2 }));
    expect(ofNewer.freshness.isMutual).toBe(true);
    goOn.resolve();
    const { freshness } = await starting;
    expect(freshness.isInQuestion).toBe(true);
    expect(freshness.isMutual).toBe(false);
  });

  it('knows of it when the read models are emptied, until that one has made its own anew', async () => {
    let names = ['others'];
    const others = new OtherVersions(
      { isShared: true, projections: async () => names, checkpoint: async () => undefined },
      { isFed: () => false, shown: () => [] },
    );
    await others.look();
    names = [];
    for (const isThere of [true, true, false]) {
      await others.look();
      expect(others.areThere).toBe(isThere);
    }
    expect(await others.furthest()).toBe(start);
  });

  it('waits for nobody where the others cannot be asked, and is told so by who reads', async () => {
    const asked = { isShared: true, projections: async () => ['others'] };
    const others = new OtherVersions(
      { ...asked, checkpoint: () => Promise.reject(new Unavailable('Redis cannot be reached.')) },
      { isFed: () => false, shown: () => [] },
    );
    await others.look();
    expect(others.areThere).toBe(true);
    expect(await others.furthest()).toBe(start);
  });
});
