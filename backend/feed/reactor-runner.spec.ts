import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { type Reactor, reactor } from '../../modules/kernel/reactor.ts';
import { openSqliteEventStore } from '../event-store/sqlite.ts';
import { openLog } from '../runtime/logging/log.ts';
import { type Counted, count } from '../testing/counters.ts';
import { ownTime } from '../testing/measuring/own-time.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { ParkedEvents } from './parked/parked-events.ts';
import { AheadOfLog } from './reactions/reactor-checkpoint.ts';
import { ReactorRunner } from './reactor-runner.ts';

const log = openLog('silent');
const now = () => new Date();

describe('a reactor', () => {
  it('reacts to what happens, in batches as they come', async () => {
    const { store, seen, runner, feed } = await noting();
    await count(store, 'a', 1, 2);
    await feed();
    const last = await count(store, 'a', 3);
    await feed();
    await runner.whenSettled(last, 10_000);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('tells how far its answers go', async () => {
    const { store, runner, feed } = await noting(async () => 77n);
    const last = await count(store, 'a', 1);
    await feed();
    await runner.whenSettled(last, 10_000);
    expect(runner.lastAppended).toBe(77n);
  });

  it('is tried again until it succeeds', async () => {
    let failures = 3;
    const { store, seen, runner, feed } = await noting(async () => {
      if (failures-- > 0) throw new Error('not now');
      return 5n;
    });
    const last = await count(store, 'a', 1);
    await feed();
    await expect.poll(() => seen).toEqual([1, 1, 1, 1]);
    await runner.whenSettled(last, 10_000);
    await expect.poll(() => runner.lastAppended).toBe(5n);
  });

  it('begins nothing where it is seen at once that there is nothing to do, and has come past that all the same', async () => {
    const isNothing = ({ data }: { data: { by: number } }) => data.by % 2 === 0;
    const { store, seen, runner, feed } = await noting(undefined, now, isNothing);
    const last = await count(store, 'a', 1, 2, 3, 4);
    await feed();
    await runner.whenSettled(last, 10_000);
    expect(seen).toEqual([1, 3]);
    expect(runner.standing).toEqual({ position: last, outstanding: 0 });
    expect(runner.isBehind(last)).toBe(false);
  });

  it('begins what cannot be said at once, as where the read models are away', async () => {
    const { store, seen, runner, feed } = await noting(undefined, now, () => {
      throw new Error('away');
    });
    const last = await count(store, 'a', 1);
    await feed();
    await runner.whenSettled(last, 10_000);
    expect(seen).toEqual([1]);
  });

  it('goes on after the last event that it recorded', async () => {
    const { store, seen, reactor, runner, feed } = await noting();
    await count(store, 'a', 1, 2);
    await feed();
    await runner.whenSettled(2n, 10_000);
    await runner.close();
    const next = runnerOf(reactor, store);
    expect(await next.open()).toBe(2n);
    const last = await count(store, 'a', 3);
    next.feed(await store.readAll({ after: 2n, limit: 100 }), new AbortController().signal);
    await next.whenSettled(last, 10_000);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('records how far it came when only others write to the log, to a position that may be theirs', async () => {
    let time = Date.parse('2026-01-02T00:00:00.000Z');
    const { store, reactor, runner } = await noting(undefined, () => new Date(time));
    const put = vi.spyOn(store.records, 'put');
    await count(store, 'a', 1, 2, 3, 4, 5, 6, 7, 8, 9);
    const signal = new AbortController().signal;
    for (let position = 1n; position <= 9n; position++) runner.feed({ events: [], position, caughtUp: true }, signal);
    time += 60_000;
    runner.feed({ events: [], position: 10n, caughtUp: true }, signal);
    await runner.whenSettled(10n, 10_000);
    expect(put).not.toHaveBeenCalled(); // Or its own records would be reason for the next, for ever.
    for (let position = 11n; position <= 30n; position++) runner.feed({ events: [], position, caughtUp: true }, signal);
    const recorded = async () => BigInt((await store.records.get(`reactor-${reactor.name}`))?.value ?? 0);
    await expect.poll(() => recorded()).toBeGreaterThan(10n);
  });

  it('reacts again after a crash to what it had not recorded, which is a minute of it at most', async () => {
    let time = Date.parse('2026-01-02T00:00:00.000Z');
    const { store, seen, reactor, feed } = await noting(undefined, () => new Date(time));
    time += 60_000;
    await count(store, 'a', 1);
    await feed();
    await expect.poll(async () => (await store.records.get(`reactor-${reactor.name}`))?.value).toBe('1');
    await count(store, 'a', 2);
    await feed();
    await expect.poll(() => seen).toEqual([1, 2]);
    // No close: the first was recorded because a minute had passed, the second was not.
    const next = runnerOf(reactor, store);
    const from = await next.open();
    expect(from).toBe(1n);
    next.feed(await store.readAll({ after: from, limit: 100 }), new AbortController().signal);
    await expect.poll(() => seen).toEqual([1, 2, 2]);
  });

  it('records how far it came each minute also when its clock was a year ahead before', async () => {
    const today = Date.parse('2026-01-02T00:00:00.000Z');
    let time = today;
    const { store, reactor, feed } = await noting(undefined, () => new Date(time));
    const recorded = async () => (await store.records.get(`reactor-${reactor.name}`))?.value;
    time += 365 * 86_400_000;
    await count(store, 'a', 1);
    await feed();
    await expect.poll(recorded).toBe('1');
    time = today + 60_000;
    await count(store, 'a', 2);
    await feed();
    await expect.poll(recorded).toBe('2');
  });

  it('reads by itself what was before that from which it is fed', async () => {
    const { store, seen, runner, feed, stop } = await noting();
    const before = await count(store, 'a', 1, 2, 3);
    runner.fedFrom(before, stop.signal);
    await runner.whenSettled(before, 10_000);
    expect(seen).toEqual([1, 2, 3]);
    const last = await count(store, 'a', 4);
    await feed(before);
    await runner.whenSettled(last, 10_000);
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('comes at once to where that ends from which it is fed, though what stands there is of others', async () => {
    const { store, seen, reactor, stop } = await noting();
    const last = await count(store, 'a', 1, 2, 3);
    // A server with other logs does not tell who reads how far it has looked behind the last event that it found.
    const end = last + 5n;
    const runner = runnerOf(reactor, { ...store, head: async () => end });
    await runner.open();
    runner.fedFrom(end, stop.signal);
    await runner.whenSettled(end, 10_000);
    expect(seen).toEqual([1, 2, 3]);
    expect(runner.standing).toEqual({ position: end, outstanding: 0 });
  });

  it('keeps its place beside the log, whatever becomes of the read models, and out of the history', async () => {
    const { store, runner, feed } = await noting();
    await count(store, 'a', 1);
    await feed();
    await runner.whenSettled(1n, 10_000);
    await runner.close();
    expect((await store.records.get('reactor-noting'))?.value).toBe('1');
    expect((await store.readAll({ after: 0n, limit: 10 })).events).toHaveLength(1);
  });

  it('writes down its place once a minute at most, however much happens, and once when it ends', async () => {
    let time = Date.parse('2026-01-02T00:00:00.000Z');
    const { store, runner, feed } = await noting(undefined, () => new Date(time));
    const put = vi.spyOn(store.records, 'put');
    let last = 0n;
    for (let second = 1; second <= 150; second++) {
      time += 1_000;
      last = await count(store, 'a', second);
      await feed();
      await runner.whenSettled(last, 10_000);
    }
    expect(put).toHaveBeenCalledTimes(2);
    await runner.close();
    expect(put).toHaveBeenCalledTimes(3);
    expect((await store.records.get('reactor-noting'))?.value).toBe(String(last));
  });

  it('refuses a log that goes less far than it has come, by name', async () => {
    const { store, runner } = await noting();
    await store.records.put('reactor-noting', '7', 'none');
    await count(store, 'a', 1);
    await expect(runner.open()).rejects.toThrow(AheadOfLog);
    await expect(runner.open()).rejects.toThrow(/reactor noting has come to 7.*ends at 1/);
  });

  it('records how far it came when another node has recorded meanwhile', async () => {
    const { store, reactor, runner, feed } = await noting();
    const other = runnerOf(reactor, store);
    await other.open();
    await count(store, 'a', 1);
    await feed();
    await runner.whenSettled(1n, 10_000);
    await runner.close();
    other.feed(await store.readAll({ after: 0n, limit: 1 }), new AbortController().signal);
    await other.whenSettled(1n, 10_000);
    await other.close();
    expect(await runnerOf(reactor, store).open()).toBe(1n);
  });
});

describe('a reactor that is held up', () => {
  it('reacts to everything in the end, though it has not kept everything', async () => {
    const held = Promise.withResolvers<void>();
    const { store, seen, runner, feed } = await noting(async () => {
      await held.promise;
      return undefined;
    });
    let last = 0n;
    const all = Array.from({ length: 30 }, (_, batch) => Array.from({ length: 100 }, (_, n) => batch * 100 + n));
    for (const some of all) {
      last = await count(store, 'a', ...some);
      await feed();
    }
    held.resolve();
    // Not whenSettled: for what one try has taken two seconds of by now nobody waits.
    await expect.poll(() => runner.standing).toEqual({ position: last, outstanding: 0 });
    expect(new Set(seen)).toEqual(new Set(all.flat()));
    last = await count(store, 'a', 9_999);
    await feed();
    await expect.poll(() => runner.standing.position).toBe(last);
    expect(seen.at(-1)).toBe(9_999);
    expect(seen).toHaveLength(3_001);
  });

  it('does not keep the shop from closing, and reacts at the next start', async () => {
    const { store, seen, reactor, runner, feed, stop } = await noting(() => new Promise(() => {}));
    await count(store, 'a', 1);
    await feed();
    await expect.poll(() => seen).toEqual([1]);
    stop.abort();
    await runner.close(); // Otherwise it would wait for ever.
    expect(await runnerOf(reactor, store).open()).toBe(0n);
  });

  it('stops trying when the shop closes', async () => {
    const { store, seen, runner, feed, stop } = await noting(() => Promise.reject(new Error('never')));
    await count(store, 'a', 1);
    await feed();
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    stop.abort();
    // Sooner than it would wait for what is under way.
    const took = ownTime();
    await runner.close();
    expect(took()).toBeLessThan(400);
  });
});

/** A reactor that notes what it is called with, then does as `react` says; and a way to feed it what is new. */
async function noting(
  react: () => Promise<bigint | undefined> = async () => undefined,
  clock = now,
  isNothing?: (event: { data: { by: number } }) => boolean,
) {
  const store = openSqliteEventStore({ file: join(temporaryFolder(), 'events.db') });
  onTestFinished(() => store.close());
  const seen: number[] = [];
  const note = ({ data }: Counted) => {
    seen.push(data.by);
    return react();
  };
  const noting = reactor<Counted>({ name: 'noting', awaited: true, isNothing, on: { Counted: note } });
  const runner = runnerOf(noting, store, clock);
  let fed = await runner.open();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const feed = async (after = fed) => {
    const batch = await store.readAll({ after, limit: 10_000 });
    fed = batch.position;
    runner.feed(batch, stop.signal);
  };
  return { store, seen, reactor: noting, runner, feed, stop };
}

function runnerOf(reactor: Reactor, store: EventStore, clock = now): ReactorRunner {
  return new ReactorRunner(reactor, { store, parked: new ParkedEvents(store), log, now: clock });
}
