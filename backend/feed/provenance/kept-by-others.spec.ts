import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccessRefused, Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { troubledReadModels } from '../../doubles/troubled-read-models.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { caughtUp, totals } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { keptEvery, LogIdentity, logIdentity } from './log-identity.ts';

const counters = countersOf();

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A log, and read models that are shared with whoever names them. */
function openedShared() {
  const { store, readModels } = openedStores();
  return { store, shared: { ...troubledReadModels(readModels, () => {}), isShared: true } };
}

/** A shop that has counted, and shows that in read models that it shares with others. */
async function aShop() {
  const { store, shared } = openedShared();
  await count(store, 'ours', 1);
  const runner = new ProjectionRunner([counters], shared, store);
  await caughtUp(runner, store);
  await runner.lookAtLog();
  return { store, runner, shared };
}

/** Another node of that shop, which says that it keeps them. */
async function keepOnce(store: EventStore, shared: ReadModels) {
  const node = new LogIdentity(store);
  await node.of(shared);
  expect(await node.keep(shared)).toBe(true);
}

describe('read models that a shop with another log keeps', () => {
  it.each([
    ['one that has events', [7], 'all'],
    ['one that has none yet', [], 'all'],
    ['one that has events, where they show nothing yet', [7], 'nothing'],
  ])('are refused to a start on %s, and stay', async (_, theirs, shows) => {
    const { store, shared } = await aShop();
    if (shows === 'nothing') await shared.drop(counters.storedAs);
    const other = openedStores();
    if (theirs.length > 0) await count(other.store, 'theirs', ...theirs);
    let refused: unknown;
    const opening = new ProjectionRunner([counters], shared, other.store)
      .open({ leaving: { quietFor: 600_000, patience: 60_000 } })
      .then(String, (reason: unknown) => reason)
      .then((reason) => {
        refused = reason;
      });
    while (refused === undefined) {
      vi.advanceTimersByTime(20_000);
      await keepOnce(store, shared);
      await new Promise(setImmediate);
    }
    await opening;
    expect(refused).toBeInstanceOf(AccessRefused);
    expect(String(refused)).toContain('EVENT_STORE_PREFIX');
    expect(await totals(shared)).toEqual(shows === 'nothing' ? {} : { ours: 1 });
    expect(await new LogIdentity(store).of(shared)).toBe('it');
  });

  it('are none of another log, to a node that starts, where the stream of its first event was deleted', async () => {
    const { store, shared } = openedShared();
    await count(store, 'first', 1);
    await count(store, 'ours', 2);
    const runner = new ProjectionRunner([counters], shared, store);
    await caughtUp(runner, store);
    await runner.lookAtLog();
    await store.deleteStream('counter-first');
    const dropped = vi.fn();
    const later = new ProjectionRunner([counters], shared, store);
    expect(await later.open({ dropped, leaving: { quietFor: 0, patience: 0 } })).toBe(2n);
    expect(dropped).not.toHaveBeenCalled();
    // Both go on with them, and agree on which log they are of.
    await count(store, 'ours', 4);
    for (const node of [runner, later]) {
      await node.apply(await store.readAll({ after: 2n, limit: 10 }));
      vi.advanceTimersByTime(keptEvery);
      expect(await node.lookAtLog()).toBe('it');
    }
    expect(await totals(shared)).toEqual({ first: 1, ours: 6 });
  });

  it('are of another log where that has the same event elsewhere', async () => {
    const { store, shared } = await aShop();
    const [ours] = await store.readStream('counter-ours');
    const other = openedStores();
    await count(other.store, 'theirs', 7);
    const { id, type, data, meta } = ours as StoredEvent;
    await other.store.append('counter-ours', 'none', [{ id, type, data, meta }]);
    expect(await new LogIdentity(other.store).of(shared)).toBe('another');
  });

  it('are made anew once nobody has kept them for some seconds', async () => {
    const { shared } = await aShop();
    const other = openedStores();
    await count(other.store, 'theirs', 7);
    const opened = caughtUp(new ProjectionRunner([counters], shared, other.store), other.store);
    let isOpened = false;
    void opened.then(() => {
      isOpened = true;
    });
    for (let looks = 0; looks < 3; looks++) {
      vi.advanceTimersByTime(1_000);
      await untilLooked(shared);
    }
    expect(isOpened).toBe(false);
    vi.advanceTimersByTime(5 * keptEvery);
    await opened;
    expect(await totals(shared)).toEqual({ theirs: 7 });
  });

  it('are made anew at once where its release does not say that it keeps them', async () => {
    const { shared } = await aShop();
    await shared.commit(logIdentity, start, start, [{ id: 'kept', document: undefined, entries: [] }]);
    const other = openedStores();
    await count(other.store, 'theirs', 7);
    await caughtUp(new ProjectionRunner([counters], shared, other.store), other.store);
    expect(await totals(shared)).toEqual({ theirs: 7 });
  });

  it('are noticed by a shop that has lost them to it, which says nothing in them any more', async () => {
    const { store, runner, shared } = await aShop();
    const other = openedStores();
    await count(other.store, 'theirs', 7);
    for (const name of await shared.projections()) await shared.drop(name);
    await caughtUp(new ProjectionRunner([counters], shared, other.store), other.store);
    await count(store, 'ours', 1);
    vi.advanceTimersByTime(keptEvery);
    expect(await runner.lookAtLog()).toBe('elsewhere');
    expect(await new LogIdentity(other.store).of(shared)).toBe('it');
  });

  it('are said to be kept while the log cannot be read, too', async () => {
    const { store, runner, shared } = await aShop();
    const said = () => new LogIdentity(openedStores().store).keptByOthers(shared);
    const before = await said();
    vi.advanceTimersByTime(keptEvery);
    vi.spyOn(store, 'readStream').mockRejectedValue(new Unavailable('It is away.'));
    await expect(runner.lookAtLog()).rejects.toThrow(Unavailable);
    await expect.poll(said).not.toBe(before);
  });

  it('are left to the first of two that find nothing there at the same moment', async () => {
    const { store, shared } = openedShared();
    await count(store, 'ours', 1);
    const other = openedStores();
    await count(other.store, 'theirs', 7);
    let opened: Promise<bigint> | undefined;
    const commit = async (...said: Parameters<ReadModels['commit']>) => {
      opened ??= new ProjectionRunner([counters], shared, store).open();
      await opened;
      return shared.commit(...said);
    };
    const late = new ProjectionRunner([counters], { ...shared, commit }, other.store);
    await expect(late.open()).rejects.toThrow(AccessRefused);
    expect(await new LogIdentity(store).of(shared)).toBe('it');
  });

  it.each([
    ['the first of which anything happens', [7]],
    ['another of which something has happened', []],
  ])('are left by a shop of which nothing had happened to %s', async (_, theirs) => {
    const { store, shared } = openedShared();
    const runner = new ProjectionRunner([counters], shared, store);
    await caughtUp(runner, store);
    const other = openedStores();
    await count(other.store, 'other', 1);
    const first = new ProjectionRunner([counters], shared, other.store);
    await caughtUp(first, other.store);
    expect(await first.lookAtLog()).toBe('it');
    if (theirs.length > 0) await count(store, 'theirs', ...theirs, ...theirs);
    await runner.apply(await store.readAll({ after: start, limit: 10 }));
    vi.advanceTimersByTime(keptEvery);
    expect(await runner.lookAtLog()).toBe('elsewhere');
    expect(await new LogIdentity(other.store).of(shared)).toBe('it');
  });

  it('are said to be kept every two seconds, and no more often', async () => {
    const { runner, shared } = await aShop();
    const commit = vi.spyOn(shared, 'commit');
    await runner.lookAtLog();
    expect(commit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(keptEvery);
    for (let looks = 0; looks < 3; looks++) expect(await runner.lookAtLog()).toBe('it');
    expect(commit).toHaveBeenCalledOnce();
  });
});

/** Resolves once somebody who waits has looked once more, for which time goes on by some tenths of a second. */
async function untilLooked(shared: ReadModels) {
  const asked = vi.spyOn(shared, 'get');
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 10_000 });
  asked.mockRestore();
}
