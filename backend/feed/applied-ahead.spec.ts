import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { InMemoryReadModels } from '../doubles/in-memory-read-models.ts';
import { totals } from '../testing/caught-up.ts';
import { count, countersOf } from '../testing/counters.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { ProjectionRunner } from './projection-runner.ts';

const counters = countersOf();
const others = countersOf({ name: 'others' });
const events = 40;

/** A log of counts, read models that do what they are asked in its order, and `around` each commit of the counters. */
async function counting(around: (commit: () => Promise<void>, number: number) => Promise<void>) {
  const { store } = openedStores();
  for (let n = 0; n < events; n++) await count(store, n % 3 === 0 ? 'a' : 'b', 1);
  const kept = new InMemoryReadModels();
  let number = 0;
  const readModels: ReadModels = {
    mostPerCommit: 1,
    isInOrder: true,
    get: (...asked) => kept.get(...asked),
    getMany: (...asked) => kept.getMany(...asked),
    list: (...asked) => kept.list(...asked),
    count: (...asked) => kept.count(...asked),
    checkpoint: (...asked) => kept.checkpoint(...asked),
    async commit(...asked) {
      if (asked[0] !== counters.storedAs) return kept.commit(...asked);
      await around(() => kept.commit(...asked), ++number);
    },
    drop: (...asked) => kept.drop(...asked),
    wipe: () => kept.wipe(),
    projections: () => kept.projections(),
    close: () => kept.close(),
  };
  return { store, kept, runner: new ProjectionRunner([counters, others], readModels, store) };
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
});
