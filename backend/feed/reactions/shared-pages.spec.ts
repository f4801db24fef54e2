import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Reactor, reactor } from '../../../modules/kernel/reactor.ts';
import { openSqliteEventStore } from '../../event-store/sqlite.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { type Counted, count } from '../../testing/counters.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ReactorRunner } from '../reactor-runner.ts';
import { ReactorCheckpoint } from './reactor-checkpoint.ts';
import { SharedPages } from './shared-pages.ts';

const log = openLog('silent');

describe('pages of the log that several read', () => {
  it('are read once for all reactors of a node, wherever each begins', async () => {
    const { store, readAll, seen, runners, last } = await reactorsBehind(2_600, ['0', '130', '700', '2599']);
    for (const runner of runners) await runner.open();
    for (const runner of runners) runner.fedFrom(last, new AbortController().signal);
    for (const runner of runners) await runner.whenSettled(last, 10_000);
    expect(seen.map((each) => each[0])).toEqual([1, 131, 701, 2_600]);
    expect(seen.map((each) => each.length)).toEqual([2_600, 2_470, 1_900, 1]);
    // Six pages are the log; a few more until those who begin in the middle have met.
    expect(readAll.mock.calls.length).toBeLessThan(13);
    await store.close();
  });

  it('end where whoever asks for less has enough', async () => {
    const { store, pages, readAll } = await reactorsBehind(600, []);
    const leave = pages.join();
    await pages.readAll({ after: 0n, limit: 5 });
    const positions = async (after: bigint, limit: number) => {
      const { events, position } = await pages.readAll({ after, limit });
      return [events.map((event) => Number(event.position)), Number(position)];
    };
    expect(await positions(490n, 5)).toEqual([[491, 492, 493, 494, 495], 495]);
    expect(await positions(495n, 9)).toEqual([[496, 497, 498, 499, 500], 500]);
    expect(readAll).toHaveBeenCalledTimes(1);
    expect(await positions(500n, 2)).toEqual([[501, 502], 502]);
    expect(readAll).toHaveBeenCalledTimes(2);
    leave();
    await store.close();
  });

  it('are asked for again after one could not be read, and once nobody reads any more', async () => {
    const { store, pages, readAll } = await reactorsBehind(10, []);
    readAll.mockRejectedValueOnce(new Error('away'));
    const leave = pages.join();
    await expect(pages.readAll({ after: 0n, limit: 5 })).rejects.toThrow('away');
    expect((await pages.readAll({ after: 0n, limit: 5 })).events).toHaveLength(5);
    leave();
    expect((await pages.readAll({ after: 0n, limit: 5 })).events).toHaveLength(5);
    expect(readAll).toHaveBeenCalledTimes(3);
    await store.close();
  });

  it('are kept for as many as read, however far they are from one another', async () => {
    const { store, pages, readAll } = await reactorsBehind(6_000, []);
    const leaves = Array.from({ length: 6 }, () => pages.join());
    const begins = leaves.map((_, reader) => BigInt(reader) * 1_000n);
    for (let n = 0n; n < 20n; n++) {
      for (const begin of begins) {
        const { events } = await pages.readAll({ after: begin + n, limit: 1 });
        expect(events.map(({ position }) => position)).toEqual([begin + n + 1n]);
      }
    }
    expect(readAll).toHaveBeenCalledTimes(6);
    // Somebody who runs through the log takes from nobody what they are at.
    leaves.push(pages.join());
    for (let after = 500n; after < 6_000n; after += 500n) {
      await pages.readAll({ after, limit: 500 });
      for (const begin of begins) await pages.readAll({ after: begin + 30n, limit: 1 });
    }
    expect(readAll.mock.calls.length).toBeLessThan(20);
    for (const leave of leaves) leave();
    await store.close();
  });

  it('say at the end of the log what has come since', async () => {
    const { store, pages, last } = await reactorsBehind(10, []);
    const leave = pages.join();
    expect((await pages.readAll({ after: last, limit: 5 })).events).toEqual([]);
    await count(store, 'b', 1);
    expect((await pages.readAll({ after: last, limit: 5 })).events).toHaveLength(1);
    leave();
    await store.close();
  });
});

/** A log, and reactors that have recorded how far they came in it. */
async function reactorsBehind(events: number, recorded: readonly string[]) {
  const store = openSqliteEventStore({ file: `${temporaryFolder()}/events.db` });
  onTestFinished(() => store.close());
  let last = 0n;
  for (let from = 1; from <= events; from += 100) {
    const hundred = Array.from({ length: Math.min(100, events - from + 1) }, (_, n) => from + n);
    last = await count(store, 'a', ...hundred);
  }
  const pages = new SharedPages(store);
  const parked = new ParkedEvents(store);
  const seen: number[][] = recorded.map(() => []);
  const runners: ReactorRunner[] = [];
  for (const [n, position] of recorded.entries()) {
    await new ReactorCheckpoint(store, `noting-${n}`).record(BigInt(position));
    const noting: Reactor = reactor<Counted>({
      name: `noting-${n}`,
      awaited: true,
      on: {
        Counted: async ({ data }) => {
          seen[n]?.push(data.by);
          return undefined;
        },
      },
    });
    runners.push(new ReactorRunner(noting, { store, pages, parked, log, now: () => new Date() }));
  }
  const readAll = vi.spyOn(store, 'readAll');
  return { store, pages, readAll, seen, runners, last };
}
