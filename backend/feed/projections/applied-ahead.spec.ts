import { describe, expect, it, vi } from 'vitest';
import { CheckpointMoved, Unavailable } from '../../../modules/kernel/errors.ts';
import { type Projection, projection } from '../../../modules/kernel/projection.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { InMemoryReadModels } from '../../doubles/in-memory-read-models.ts';
import { type Counted, type CounterView, count, countersOf } from '../../testing/counters.ts';
import { totals } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { AppliedProjection } from './applied-projection.ts';

const counters = countersOf();
const others = countersOf({ name: 'others' });
const events = 40;

/** A log of counts, read models that do what they are asked in its order, and `around` each commit of the counters. */
async function counting(
  around: (commit: () => Promise<void>, number: number, expected: bigint | undefined) => Promise<void>,
  { projections = [counters, others], reading }: { projections?: Projection[]; reading?: () => Promise<void> } = {},
) {
  const { store } = openedStores();
  for (let n = 0; n < events; n++) await count(store, n % 3 === 0 ? 'a' : 'b', 1);
  const kept = new InMemoryReadModels();
  let number = 0;
  const readModels: ReadModels = {
    mostPerCommit: 1,
    isInOrder: true,
    get: (...asked) => kept.get(...asked),
    async getMany(...asked) {
      await reading?.();
      return kept.getMany(...asked);
    },
    list: (...asked) => kept.list(...asked),
    count: (...asked) => kept.count(...asked),
    checkpoint: (...asked) => kept.checkpoint(...asked),
    async commit(...asked) {
      if (asked[0] !== counters.storedAs) return kept.commit(...asked);
      await around(() => kept.commit(...asked), ++number, asked[1]);
    },
    drop: (...asked) => kept.drop(...asked),
    wipe: () => kept.wipe(),
    projections: () => kept.projections(),
    close: () => kept.close(),
  };
  return { store, kept, readModels, runner: new ProjectionRunner(projections, readModels, store) };
}

const all = { a: 14, b: 26 };

describe('batches that are folded while those before them are written', () => {
  it('wait for no answer, and are not shown before there is one', async () => {
    const answers = Promise.withResolvers<void>();
    const shown: bigint[] = [];
    const { runner, kept } = await counting(async (commit, number) => {
      await commit();
      // The first finds out that there is nothing yet.
      if (number === 1) return;
      shown.push(runner.shownUpTo);
      if (number === 5) answers.resolve();
      await answers.promise;
    });
    await runner.catchUp(await runner.open());
    expect(await totals(kept)).toEqual(all);
    expect(shown.slice(0, 4)).toEqual([0n, 0n, 0n, 0n].map(() => expect.toSatisfy((at: bigint) => at <= 1n)));
    expect(runner.shownUpTo).toBe(BigInt(events));
  });

  it('count once where another node writes the same in between', async () => {
    const { runner, kept, store } = await counting(async (commit, number) => {
      if (number % 7 === 0) {
        const other = new ProjectionRunner([counters], kept, store);
        await other.apply(await store.readAll({ after: await other.open(), limit: 3 }));
      }
      await commit();
    });
    await runner.catchUp(await runner.open());
    expect(await totals(kept)).toEqual(all);
  });

  it('count once where another node writes more in between than the next batch has, which has come by then', async () => {
    const { store, kept, readModels } = await counting((commit) => commit());
    const batch = (after: bigint, limit: number) => store.readAll({ after, limit });
    const mine = new AppliedProjection(counters, readModels, store, new ParkedEvents(store));
    await mine.load();
    const apply = mine.ahead();
    await apply(await batch(0n, 1));
    await new ProjectionRunner([counters], kept, store).catchUp(0n);
    await count(store, 'a', 1);
    const looked = Promise.withResolvers<void>();
    const checkpoint = kept.checkpoint.bind(kept);
    vi.spyOn(kept, 'checkpoint').mockImplementation(async (name) => {
      await looked.promise;
      return checkpoint(name);
    });
    const refused = await apply(await batch(1n, 1));
    const waiting = apply(await batch(2n, 1));
    looked.resolve();
    await Promise.all([refused?.written, waiting]);
    expect(mine.position).toBe(BigInt(events));
    const last = await apply(await batch(3n, 100));
    await last?.written;
    expect(await totals(kept)).toEqual({ ...all, a: 15 });
  });

  it.each(['nothing of it was written', 'it was written all the same'])(
    'count once where a commit has no answer, and %s',
    async (what) => {
      const isWritten = what !== 'nothing of it was written';
      const { runner, kept, store } = await counting(async (commit, number) => {
        if (number % 9 !== 4) return commit();
        if (isWritten) await commit();
        throw new Unavailable('no answer');
      });
      let failures = 0;
      for (let isOver = false; !isOver; ) {
        await runner.catchUp(await runner.open()).then(
          () => {
            isOver = true;
          },
          () => failures++,
        );
        const written = (await kept.checkpoint(counters.storedAs)) ?? 0n;
        expect(runner.shownUpTo).toBeLessThanOrEqual(written);
      }
      expect(failures).toBeGreaterThan(1);
      expect(await totals(kept)).toEqual(all);
      // It goes on from there, by itself.
      const position = await count(store, 'a', 5);
      await runner.apply(await store.readAll({ after: position - 1n, limit: 1 }));
      expect(await totals(kept)).toEqual({ ...all, a: 19 });
    },
  );

  it('are caught up by the batch that comes next, where a commit had no answer', async () => {
    const { runner, kept, store } = await counting(async (commit, number) => {
      if (number === events + 12) throw new Unavailable('no answer');
      await commit();
    });
    await runner.catchUp(await runner.open());
    for (const { storedAs } of [counters, others]) await kept.drop(storedAs);
    await expect(runner.verify()).rejects.toThrow(Unavailable);
    expect(runner.shownUpTo).toBeLessThan(events);
    const position = await count(store, 'b', 1);
    await runner.apply(await store.readAll({ after: position - 1n, limit: 1 }));
    expect(await totals(kept)).toEqual({ ...all, b: 27 });
  });

  it('are not said to be further back than they are, where one had no answer and the next had', async () => {
    let sent = 0;
    const { runner, kept } = await counting(async (commit, number) => {
      sent = number;
      await commit();
      if (number !== 5) return;
      await vi.waitFor(() => expect(sent).toBe(10), { interval: 1, timeout: 60_000 });
      throw new Unavailable('no answer');
    });
    await expect(runner.catchUp(await runner.open())).rejects.toThrow(Unavailable);
    const written = await kept.checkpoint(counters.storedAs);
    expect(written).toBeGreaterThan(5n);
    await runner.record();
    expect(await kept.checkpoint(counters.storedAs)).toBe(written);
    await runner.catchUp(await runner.open());
    expect(await totals(kept)).toEqual(all);
  });

  it('count once, too, where that was beyond what was to be caught up', async () => {
    let sent = 0;
    const { runner, kept, store } = await counting(async (commit, number) => {
      sent = number;
      await commit();
      if (number !== events + events + 3) return;
      await vi.waitFor(() => expect(sent).toBe(events + events + 5), { interval: 1, timeout: 60_000 });
      throw new Unavailable('no answer');
    });
    await runner.catchUp(await runner.open());
    for (const { storedAs } of [counters, others]) await kept.drop(storedAs);
    for (let n = 0; n < 10; n++) await count(store, 'a', 1);
    await runner.verify();
    expect(await kept.checkpoint(counters.storedAs)).toBeGreaterThan(BigInt(events + 3));
    await runner.apply(await store.readAll({ after: BigInt(events), limit: 100 }));
    expect(await totals(kept)).toEqual({ ...all, a: 24 });
  });

  it('are folded again up to where they stop, when what they were folded on top of was not written', async () => {
    const stops = projection<CounterView, Counted>({
      name: 'counters',
      version: 1,
      whenFailing: 'stop',
      indexes: { all: () => '' },
      on: {
        Counted: {
          id: ({ data }) => data.counter,
          evolve: (view, { data }) => {
            if (data.by === 13) throw new Error('13');
            return { counter: data.counter, total: (view?.total ?? 0) + data.by };
          },
        },
      },
    });
    const { runner, kept, store } = await counting(
      async (commit, number) => {
        if (number !== events) return commit();
        await vi.waitFor(() => expect(runner.stopped).toHaveLength(1), 60_000);
        throw new CheckpointMoved(counters.storedAs, 0n);
      },
      { projections: [stops] },
    );
    await count(store, 'c', 13);
    await count(store, 'c', 1);
    await runner.catchUp(await runner.open());
    expect(await totals(kept)).toEqual(all);
    expect(runner.stopped).toMatchObject([{ projection: 'counters', byParked: true }]);
  });

  it('are not sent once something before them is known to be lost', async () => {
    const failed = Promise.withResolvers<void>();
    let [isSecondRun, reads] = [false, 0];
    const sent: (bigint | undefined)[] = [];
    const { runner, kept, store } = await counting(
      async (commit, number, expected) => {
        if (isSecondRun) sent.push(expected);
        if (number !== events + 1) return commit();
        await vi.waitFor(() => expect(reads).toBe(2), 60_000);
        setImmediate(failed.resolve);
        throw new Unavailable('no answer');
      },
      {
        reading: async () => {
          if (isSecondRun && ++reads === 2) await failed.promise;
        },
        projections: [counters],
      },
    );
    await runner.catchUp(await runner.open());
    isSecondRun = true;
    await count(store, 'a', 1);
    await count(store, 'b', 1);
    await expect(runner.catchUp(await runner.open())).rejects.toThrow(Unavailable);
    // The first of the two again, before anything is sent on top of it.
    expect(sent.slice(0, 2)).toEqual([40n, 40n]);
    await runner.catchUp(await runner.open());
    expect(await totals(kept)).toEqual({ a: 15, b: 27 });
  });
});
