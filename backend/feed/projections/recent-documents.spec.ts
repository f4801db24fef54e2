import { describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { caughtUp, totals } from '../../testing/deciding/caught-up.ts';
import { openedReadModels, openedStores } from '../../testing/opened-stores.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { RecentDocuments } from './recent-documents.ts';

const counters = countersOf();

describe('documents that events come to again and again', () => {
  it('are read once, however many batches change them', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 0);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    const getMany = vi.spyOn(readModels, 'getMany');
    const runner = new ProjectionRunner([counters], readModels, store);
    await runner.open();
    for (let round = 1; round <= 5; round++) await runner.catchUp((await count(store, 'a', round)) - 1n);
    expect(getMany).toHaveBeenCalledOnce();
    expect(await totals(readModels)).toEqual({ a: 15 });
  });

  it('are not looked for while they are made from nothing', async () => {
    const { store, readModels } = openedStores();
    const getMany = vi.spyOn(readModels, 'getMany');
    for (let n = 0; n < 30; n++) await count(store, `c${n}`, 1, 2);
    await caughtUp(new ProjectionRunner([counters], readModels, store), store);
    expect(getMany).not.toHaveBeenCalled();
    expect(Object.values(await totals(readModels))).toEqual(Array.from({ length: 30 }, () => 3));
  });

  it('are gone once they are gone, and are no more what they were when they came', async () => {
    const recent = new RecentDocuments(counters, { getMany: async (_, ids) => ids.map(() => undefined) });
    const latest = { id: 'a', text: { length: 10 } };
    recent.keep([{ ...latest, value: { total: 1 }, isNew: true }]);
    expect(await recent.of(['a'])).toEqual([{ total: 1 }]);
    recent.keep([{ ...latest, value: undefined, isNew: false }]);
    expect(await recent.of(['a'])).toEqual([undefined]);
  });

  it('are read anew once somebody else has moved the checkpoint', async () => {
    const { store, readModels, folder } = openedStores();
    const [one, other] = [readModels, openedReadModels(folder)].map(
      (models) => new ProjectionRunner([counters], models, store),
    );
    for (const runner of [one, other, one, other]) {
      await count(store, 'a', 1);
      if (runner) await caughtUp(runner, store);
    }
    expect(await totals(readModels)).toEqual({ a: 4 });
  });

  it('are what was committed: what failed was never folded', async () => {
    const { store, readModels } = openedStores();
    const runner = new ProjectionRunner([counters], readModels, store);
    await runner.open();
    await runner.catchUp((await count(store, 'a', 1)) - 1n);
    const commit = readModels.commit.bind(readModels);
    const away = vi.spyOn(readModels, 'commit').mockImplementationOnce(async (...parameters) => {
      await commit(...parameters);
      throw new Unavailable('The answer was lost.');
    });
    const next = await count(store, 'a', 10);
    await expect(runner.catchUp(next - 1n)).rejects.toThrow(Unavailable);
    await runner.catchUp(next - 1n);
    expect(away).toHaveBeenCalled();
    expect(await totals(readModels)).toEqual({ a: 11 });
  });
});
