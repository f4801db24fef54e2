import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DamagedStream, NewerRelease, Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { troubledReadModels } from '../../doubles/troubled-read-models.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { caughtUp, totals } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ProjectionRunner } from '../projection-runner.ts';

const counters = countersOf();

describe('read models that are not where they were left', () => {
  it('are caught up when they were emptied', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1, 2);
    const runner = new ProjectionRunner([counters], readModels, store);
    await caughtUp(runner, store);
    await readModels.drop(counters.storedAs);
    await runner.verify();
    expect(await totals(readModels)).toEqual({ a: 3 });
  });

  it('are caught up when they were emptied and the next event comes first', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1, 2);
    const runner = new ProjectionRunner([counters], readModels, store);
    await caughtUp(runner, store);
    await readModels.drop(counters.storedAs);
    await count(store, 'a', 4);
    await runner.apply(await store.readAll({ after: 2n, limit: 10 }));
    expect(await totals(readModels)).toEqual({ a: 7 });
  });

  it('are caught up when they were emptied before anything came to a node that has found them whole', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1, 2);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    const runner = new ProjectionRunner([counters], readModels, store);
    expect(await runner.open()).toBe(2n);
    await readModels.drop(counters.storedAs);
    await runner.verify();
    expect(await totals(readModels)).toEqual({ a: 3 });
    await count(store, 'b', 4);
    await runner.apply(await store.readAll({ after: 2n, limit: 10 }));
    expect(await totals(readModels)).toEqual({ a: 3, b: 4 });
  });

  it.each(['verify', 'apply'] as const)(
    'are caught up when they were emptied while the log was away, whichever comes first: %s',
    async (first) => {
      const { store, readModels } = openedStores();
      let isAway = false;
      const readAll: EventStore['readAll'] = (options) =>
        isAway ? Promise.reject(new Unavailable('away')) : store.readAll(options);
      const runner = new ProjectionRunner([counters], readModels, { ...store, readAll });
      await count(store, 'a', 1, 2);
      await caughtUp(runner, store);
      await readModels.drop(counters.storedAs);
      isAway = true;
      await expect(runner.verify()).rejects.toThrow(Unavailable);
      isAway = false;
      const position = await count(store, 'b', 4);
      if (first === 'verify') await runner.verify();
      await runner.apply(await store.readAll({ after: position - 1n, limit: 10 }));
      expect(await totals(readModels)).toEqual({ a: 3, b: 4 });
    },
  );

  it('are caught up together when all were emptied: the log is read once', async () => {
    const { store, readModels } = openedStores();
    const all = ['one', 'two', 'three'].map((name) => countersOf({ name }));
    await count(store, 'a', 1, 2);
    let reads = 0;
    const readAll: EventStore['readAll'] = (options) => {
      reads += 1;
      return store.readAll(options);
    };
    const runner = new ProjectionRunner(all, readModels, { ...store, readAll });
    await caughtUp(runner, store);
    for (const { storedAs } of all) await readModels.drop(storedAs);
    reads = 0;
    await runner.verify();
    expect(reads).toBe(1);
    for (const each of all) expect(await totals(readModels, each)).toEqual({ a: 3 });
  });

  it('are gone on from by who was slower than another node, without reading the log again', async () => {
    const { store, readModels } = openedStores();
    const readAll: EventStore['readAll'] = () => Promise.reject(new Unavailable('not to be read'));
    const slower = new ProjectionRunner([counters], readModels, { ...store, readAll });
    const faster = new ProjectionRunner([counters], readModels, store);
    await count(store, 'a', 1);
    for (const runner of [slower, faster]) await runner.apply(await store.readAll({ after: 0n, limit: 10 }));
    await count(store, 'a', 2, 4);
    const batch = await store.readAll({ after: 1n, limit: 10 });
    // The other one has a part of the same events, and is once more faster.
    await faster.apply({ ...batch, events: batch.events.slice(0, 1), position: 2n });
    await slower.apply(batch);
    expect(await totals(readModels)).toEqual({ a: 7 });
    await faster.apply(batch);
    expect(await totals(readModels)).toEqual({ a: 7 });
  });

  it('are caught up when they were put back to an older state', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const runner = new ProjectionRunner([counters], readModels, store);
    await caughtUp(runner, store);
    const { document: older } = await readModels.get(counters.storedAs, 'a');
    await count(store, 'a', 10);
    await caughtUp(runner, store);
    await readModels.commit(counters.storedAs, 2n, 1n, [{ id: 'a', document: older, entries: [] }]);
    await runner.verify();
    expect((await readModels.get(counters.storedAs, 'a')).document).toBe('{"counter":"a","total":11}');
  });

  it('are left as they are when another node is ahead', async () => {
    const { store, readModels } = openedStores();
    const behind = new ProjectionRunner([counters], readModels, store);
    await behind.open();
    await count(store, 'a', 1);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    await behind.verify();
    await behind.apply(await store.readAll({ after: 0n, limit: 10 }));
    await behind.record();
    expect(await totals(readModels)).toEqual({ a: 1 });
  });

  it('are made anew when they are of another log', async () => {
    const one = openedStores();
    await count(one.store, 'a', 1, 1, 1);
    await caughtUp(new ProjectionRunner([counters], one.readModels, one.store), one.store);
    await new ProjectionRunner([counters], one.readModels, one.store).open();
    const other = openedStores();
    await count(other.store, 'b', 7);
    await caughtUp(new ProjectionRunner([counters], one.readModels, other.store), other.store);
    expect(await totals(one.readModels)).toEqual({ b: 7 });
  });

  it('are made anew when they know more than the log, which was put back', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    await readModels.commit(counters.storedAs, 1n, 99n, [{ id: 'z', document: '{}', entries: [] }]);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    expect(await totals(readModels)).toEqual({ a: 1 });
    expect((await readModels.get(counters.storedAs, 'z')).document).toBeUndefined();
  });

  describe('of a log that was put back to an earlier state', () => {
    /** A log of which `lost` is in the read models, and not in what it was put back to; there something else has happened since. */
    async function putBack(since: readonly number[]) {
      const { store, readModels, folder } = openedStores();
      await count(store, 'kept', 1);
      await store.close();
      const [file, backup] = [join(folder, 'events.db'), join(folder, 'backup.db')];
      await copyFile(file, backup);
      const later = openSqliteEventStore({ file });
      await count(later, 'lost', 1, 1);
      const runner = new ProjectionRunner([counters], readModels, later);
      await caughtUp(runner, later);
      await runner.lookAtLog();
      await later.close();
      await copyFile(backup, file);
      await Promise.all(['-wal', '-shm'].map((end) => rm(file + end, { force: true })));
      const again = openSqliteEventStore({ file });
      onTestFinished(() => again.close());
      if (since.length > 0) await count(again, 'new', ...since);
      return { store: again, readModels };
    }

    it.each([
      { since: [], shown: { kept: 1 } },
      { since: [100], shown: { kept: 1, new: 100 } },
      { since: [100, 10], shown: { kept: 1, new: 110 } },
      { since: [100, 10, 1, 1, 1], shown: { kept: 1, new: 113 } },
    ])('are made anew, however far it has gone on since: $since', async ({ since, shown }) => {
      const { store, readModels } = await putBack(since);
      const dropped: string[] = [];
      const runner = new ProjectionRunner([counters], readModels, store);
      const from = await runner.open({ dropped: (names) => dropped.push(...names) });
      expect({ from, dropped }).toEqual({ from: 0n, dropped: [counters.storedAs] });
      await runner.apply(await store.readAll({ after: from, limit: 100 }));
      expect(await totals(readModels)).toEqual(shown);
      await runner.lookAtLog();
      expect(await new ProjectionRunner([counters], readModels, store).open()).toBe(BigInt(1 + since.length));
    });

    it('are noticed by who has followed it, and by nobody else', async () => {
      const { store, readModels } = openedStores();
      let isPutBack = false;
      const readStream: EventStore['readStream'] = async (...asked) => (isPutBack ? [] : store.readStream(...asked));
      const runner = new ProjectionRunner([counters], readModels, { ...store, readStream });
      expect(await runner.lookAtLog()).toBe('it');
      await count(store, 'a', 1);
      await caughtUp(runner, store);
      expect(await runner.lookAtLog()).toBe('it');
      isPutBack = true;
      expect(await runner.lookAtLog()).toBe('nothing');
    });
  });

  it('are not dropped because who is asked for the log is behind for a moment', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    await count(store, 'b', 1);
    const ahead = new ProjectionRunner([counters], readModels, store);
    await caughtUp(ahead, store);
    await ahead.lookAtLog();
    let isBehind = true;
    const readStream: EventStore['readStream'] = async (stream, options) =>
      isBehind && stream === 'counter-b' ? [] : store.readStream(stream, options);
    const head: EventStore['head'] = async () => (isBehind ? 1n : store.head());
    const readAll: EventStore['readAll'] = async (options) =>
      isBehind && options.after >= 1n
        ? { events: [], position: options.after, caughtUp: true }
        : store.readAll(options);
    const follower = new ProjectionRunner([counters], readModels, { ...store, readStream, head, readAll });
    let doubts = 0;
    const doubted = () => {
      doubts += 1;
      isBehind = false;
    };
    expect(await follower.open({ patience: 60_000, doubted })).toBe(2n);
    expect(doubts).toBe(1);
    expect(await totals(readModels)).toEqual({ a: 1, b: 1 });
  });

  it('are kept where that which was read last cannot be read by this release, or by any', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const runner = new ProjectionRunner([counters], readModels, store);
    await caughtUp(runner, store);
    await runner.lookAtLog();
    const [event] = await store.readStream('counter-a');
    const dropped = vi.fn();
    for (const reason of [
      new NewerRelease('newer'),
      new DamagedStream('counter-a', { ...(event as StoredEvent), damaged: 'It is broken.' }),
    ]) {
      const readStream: EventStore['readStream'] = (stream, options) =>
        stream === 'counter-a' ? Promise.reject(reason) : store.readStream(stream, options);
      const other = new ProjectionRunner([counters], readModels, { ...store, readStream });
      expect(await other.open({ dropped })).toBe(1n);
    }
    expect(dropped).not.toHaveBeenCalled();
  });

  it('say again which log they are of when they were emptied', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const runner = new ProjectionRunner([counters], readModels, store);
    await caughtUp(runner, store);
    await runner.lookAtLog();
    for (const name of await readModels.projections()) await readModels.drop(name);
    await runner.verify();
    await runner.lookAtLog();
    const other = openedStores();
    await count(other.store, 'b', 1);
    const dropped = vi.fn();
    await new ProjectionRunner([counters], readModels, other.store).open({ dropped });
    expect(dropped).toHaveBeenCalledWith([counters.storedAs]);
  });

  it('are kept when the last events of the log were deleted', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    await count(store, 'b', 1);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    await store.deleteStream('counter-b');
    await new ProjectionRunner([counters], readModels, store).open();
    expect(await readModels.checkpoint(counters.storedAs)).toBe(2n);
  });

  it('are identified once when two nodes start on them at the same moment', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const both = Promise.withResolvers<void>();
    let asking = 0;
    const together = troubledReadModels(readModels, async (method, projection) => {
      if (method !== 'commit' || projection !== 'log-identity') return;
      if (++asking === 2) both.resolve();
      await both.promise;
    });
    const runners = [1, 2].map(() => new ProjectionRunner([counters], together, store));
    expect(await Promise.all(runners.map((runner) => runner.open()))).toEqual([0n, 0n]);
  });
});
