import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import type { Projection } from '../../modules/kernel/projection.ts';
import { troubledReadModels } from '../doubles/troubled-read-models.ts';
import { count, countersOf } from '../testing/counters.ts';
import { caughtUp, totals } from '../testing/deciding/caught-up.ts';
import { dumpOf, rebuiltDump } from '../testing/logs/dump.ts';
import { openedReadModels, openedStores } from '../testing/opened-stores.ts';
import { ProjectionRunner } from './projection-runner.ts';

const counters = countersOf();

describe('a projection runner', () => {
  it('shows what the log says', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1, 2);
    await count(store, 'b', 5);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    expect(await totals(readModels)).toEqual({ a: 3, b: 5 });
  });

  it('goes on where it was', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    await count(store, 'a', 10);
    const next = new ProjectionRunner([counters], readModels, store);
    expect(await next.open()).toBe(1n);
    await caughtUp(next, store);
    expect(await totals(readModels)).toEqual({ a: 11 });
  });

  it('stops alone at an event that a newer release wrote, and goes on with it once it can be read', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    await count(store, 'b', 1);
    await count(store, 'a', 1);
    const newer: EventStore = { ...store, readAll: async (options) => unreadableAt(2n, await store.readAll(options)) };
    const deaf: Projection = { ...countersOf({ name: 'deaf' }), handles: () => false };
    const runner = new ProjectionRunner([counters, deaf], readModels, newer);
    await caughtUp(runner, newer);
    expect(runner.stopped).toEqual([{ projection: 'counters', reason: 'too new', byParked: false }]);
    expect(runner.applied).toBe(3n);
    expect(await totals(readModels)).toEqual({ a: 1 });
    const updated = new ProjectionRunner([counters, deaf], readModels, store);
    await caughtUp(updated, store);
    expect(updated.stopped).toEqual([]);
    expect(await totals(readModels)).toEqual({ a: 2, b: 1 });
  });

  it('counts an event once when two run on the same read models', async () => {
    const { store, readModels, folder } = openedStores();
    const other = openedReadModels(folder);
    const stop = new AbortController();
    const runners = [readModels, other].map((models) => new ProjectionRunner([counters], models, store));
    const following = runners.map((runner) => follow(runner, store, stop.signal));
    let last = 0n;
    for (let round = 0; round < 100; round++) last = await count(store, `c${round % 3}`, 1, 1, 1);
    for (const runner of runners) expect(await runner.whenApplied(last, 10_000)).toBe(true);
    stop.abort();
    await Promise.all(following);
    expect(await totals(readModels)).toEqual({ c0: 102, c1: 99, c2: 99 });
    expect(await dumpOf(readModels, [counters])).toEqual(await rebuiltDump(store, [counters]));
  });

  it('counts an event once when applying is tried again while another projection was slow', async () => {
    const { store, readModels } = openedStores();
    const failing = countersOf({ name: 'failing' });
    const [triedAgain, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const calls = { commit: 0, getMany: 0 };
    // The slow one commits, at the latest after a while, when the second try is about to read.
    const troubled = troubledReadModels(readModels, async (method, projection) => {
      if (method !== 'commit' && method !== 'getMany') return;
      if (projection === failing.storedAs && method === 'commit' && ++calls.commit === 1) throw new Unavailable('away');
      if (projection !== counters.storedAs) return;
      if (method === 'commit') await Promise.race([triedAgain.promise, setTimeout(50)]);
      else if (++calls.getMany === 2) {
        triedAgain.resolve();
        await committed.promise;
      }
    });
    const runner = new ProjectionRunner([failing, counters], troubled, store);
    await runner.open();
    await count(store, 'a', 1);
    const batch = await store.readAll({ after: 0n, limit: 10 });
    await expect(runner.apply(batch)).rejects.toThrow(Unavailable);
    const again = runner.apply(batch);
    await expect.poll(() => totals(readModels)).toEqual({ a: 1 });
    committed.resolve();
    await again;
    expect(await totals(readModels)).toEqual({ a: 1 });
    expect(await totals(readModels, failing)).toEqual({ a: 1 });
  });

  it('says when something is shown, and when it takes too long', async () => {
    const { store, readModels } = openedStores();
    const runner = new ProjectionRunner([counters], readModels, store);
    await runner.open();
    const position = await count(store, 'a', 1);
    expect(await runner.whenApplied(position, 1)).toBe(false);
    const shown = runner.whenApplied(position, 10_000);
    await caughtUp(runner, store);
    expect(await shown).toBe(true);
    expect(runner.applied).toBe(position);
  });
});

describe('a new version of a projection', () => {
  it('is built from the first event beside the old one, which stays', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1, 2);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    const newer = countersOf({ version: 2 });
    await caughtUp(new ProjectionRunner([newer], readModels, store), store);
    expect(await totals(readModels, newer)).toEqual({ a: 3 });
    expect(await totals(readModels, counters)).toEqual({ a: 3 });
  });
});

describe('the checkpoint', () => {
  it('moves with events of others only now and then, and when it is asked to', async () => {
    const { store, readModels } = openedStores();
    const bystander = countersOf({ name: 'bystander' });
    const deaf: Projection = { ...bystander, handles: () => false };
    const runner = new ProjectionRunner([deaf], readModels, store);
    await runner.open();
    await count(store, 'a', 1);
    await caughtUp(runner, store);
    expect(await readModels.checkpoint(deaf.storedAs)).toBeUndefined();
    await runner.record();
    expect(await readModels.checkpoint(deaf.storedAs)).toBe(1n);
    const last = await count(store, 'a', ...Array.from({ length: 600 }, () => 1));
    await caughtUp(runner, store);
    expect(await readModels.checkpoint(deaf.storedAs)).toBe(last);
  });
});

/** The batch as a release sees it that cannot read the event at a position. */
function unreadableAt(position: bigint, batch: LogBatch): LogBatch {
  const events = batch.events.map((event) =>
    event.position === position ? { ...event, data: undefined, unreadable: 'too new' } : event,
  );
  return { ...batch, events };
}

async function follow(runner: ProjectionRunner, store: EventStore, signal: AbortSignal): Promise<void> {
  const after = await runner.open();
  for await (const batch of store.subscribe({ after, signal })) await runner.apply(batch);
}
