import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import type { ReadModelsBehind } from '../../read-models/behind/read-models-behind.ts';
import { openWrittenBehind } from '../../read-models/behind/written-behind.ts';
import { openSqliteReadModels } from '../../read-models/sqlite.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { caughtUp, totals } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ProjectionRunner } from '../projection-runner.ts';

const counters = countersOf();

/** What a counter is made to show by who makes it anew otherwise, as it happens where somebody was forgotten meanwhile. */
const otherwise = 100;

describe.each([
  ['written at once', openSqliteReadModels],
  ['written behind', openWrittenBehind],
])('read models %s, that another process has made anew up to the position where they were', (_, open) => {
  async function madeAnew() {
    const { store, readModels: other, folder } = openedStores();
    const readModels: ReadModels & Partial<ReadModelsBehind> = open({ file: join(folder, 'read-models.db') });
    onTestFinished(() => readModels.close());
    const flush = async () => readModels.flush?.();
    const runner = new ProjectionRunner([counters], readModels, store);
    await runner.open();
    // Folded by this process, which has the document in its memory.
    await runner.catchUp((await count(store, 'a', 1)) - 1n);
    const position = await count(store, 'a', 2);
    await runner.catchUp(position - 1n);
    await flush();
    expect(await totals(readModels)).toEqual({ a: 3 });
    const anew = async () => {
      await other.drop(counters.storedAs);
      const document = JSON.stringify({ counter: 'a', total: otherwise });
      const entries = [{ index: 'all', key: '', sort: '' }];
      await other.commit(counters.storedAs, undefined, position, [{ id: 'a', document, entries }]);
    };
    return { store, readModels, other, runner, anew, flush };
  }

  it('are folded on from what is there now, not from what was in the memory', async () => {
    const { store, readModels, other, runner, anew, flush } = await madeAnew();
    await anew();
    await caughtUp(runner, store);
    await runner.catchUp((await count(store, 'a', 1)) - 1n);
    await flush();
    expect(await totals(other)).toEqual({ a: otherwise + 1 });
    expect(await totals(readModels)).toEqual({ a: otherwise + 1 });
  });

  it('are so too when nobody had looked since, or only whether they had moved', async () => {
    const { store, readModels, other, runner, anew, flush } = await madeAnew();
    for (let round = 1; round <= 2; round++) {
      await anew();
      if (round === 2) await runner.verify();
      const before = await store.head();
      await count(store, 'a', 1);
      await runner.apply(await store.readAll({ after: before, limit: 10 }));
      await flush().catch(() => undefined);
      await runner.verify();
      await flush();
      // In the second round the event of the first is behind the position up to which it is made anew.
      expect(await totals(other)).toEqual({ a: otherwise + round });
      expect(await totals(readModels)).toEqual({ a: otherwise + round });
    }
  });

  it('show what is there now after a look whether they have moved', async () => {
    const { readModels, runner, anew } = await madeAnew();
    await anew();
    await runner.verify();
    expect(await totals(readModels)).toEqual({ a: otherwise });
    expect(await readModels.getMany(counters.storedAs, ['a'])).toEqual([
      JSON.stringify({ counter: 'a', total: otherwise }),
    ]);
  });
});
