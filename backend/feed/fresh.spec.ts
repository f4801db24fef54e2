import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { troubledReadModels } from '../doubles/troubled-read-models.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openLog } from '../runtime/log.ts';
import { totals } from '../testing/caught-up.ts';
import { count, countersOf } from '../testing/counters.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { NodeFeed } from './node-feed.ts';
import { ParkedEvents } from './parked-events.ts';
import { ProjectionRunner } from './projection-runner.ts';

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

async function started(store: EventStore, readModels: ReadModels): Promise<NodeFeed> {
  const parked = new ParkedEvents(store);
  const projections = new ProjectionRunner([countersOf()], readModels, store, parked);
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
