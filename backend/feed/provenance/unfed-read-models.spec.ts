import { describe, expect, it } from 'vitest';
import { count, countersOf } from '../../testing/counters.ts';
import { caughtUp, totals } from '../../testing/deciding/caught-up.ts';
import { bytesIn } from '../../testing/logs/kept-bytes.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ProjectionRunner } from '../projection-runner.ts';

const [before, now] = [countersOf({ version: 1 }), countersOf({ version: 2 })];

/** Read models of two versions, each with what the log says. */
async function twoVersions() {
  const { store, readModels, folder } = openedStores();
  await count(store, 'unmistakable', 1);
  const [older, newer] = [before, now].map((counters) => new ProjectionRunner([counters], readModels, store));
  if (!older || !newer) throw new Error('There are two.');
  await caughtUp(older, store);
  await caughtUp(newer, store);
  const happens = async (...feeding: ProjectionRunner[]) => {
    const [{ position: after }] = [await store.readAll({ after: await store.head(), limit: 1 })];
    await count(store, 'other', 1);
    for (const runner of feeding) await runner.apply(await store.readAll({ after, limit: 10 }));
  };
  return { readModels, folder, older, newer, happens };
}

describe('read models of another version', () => {
  it('are dropped, down to the bytes, once nobody feeds them', async () => {
    const { readModels, newer, happens } = await twoVersions();
    await happens(newer);
    await newer.dropUnfed();
    expect(await readModels.checkpoint(before.storedAs)).toBeDefined();
    await newer.dropUnfed();
    expect(await readModels.checkpoint(before.storedAs)).toBeUndefined();
    expect(await totals(readModels, before)).toEqual({});
    expect(await totals(readModels, now)).toEqual({ unmistakable: 1, other: 1 });
  });

  it('stay while nothing happens, and while somebody feeds them', async () => {
    const { readModels, older, newer, happens } = await twoVersions();
    for (let look = 1; look <= 3; look++) await newer.dropUnfed();
    await happens(newer, older);
    for (let look = 1; look <= 3; look++) await newer.dropUnfed();
    await happens(newer);
    await newer.dropUnfed();
    await happens(newer, older);
    await newer.dropUnfed();
    expect(await totals(readModels, before)).toMatchObject({ unmistakable: 1 });
  });

  it('stay while nothing happens in a log that stands among others, however far this node has looked through those', async () => {
    const { readModels, older, newer, happens } = await twoVersions();
    await happens(newer, older);
    const shown = await totals(readModels, before);
    await newer.apply({ events: [], position: 1_000_000n, caughtUp: true });
    await newer.record();
    for (let look = 1; look <= 3; look++) await newer.dropUnfed();
    expect(await totals(readModels, before)).toEqual(shown);
  });

  it('leave no byte behind', async () => {
    const { readModels, folder } = await twoVersions();
    await readModels.drop(before.storedAs);
    await readModels.drop(now.storedAs);
    await readModels.wipe();
    const kept = bytesIn(folder).toString('latin1');
    expect(kept.includes(before.storedAs)).toBe(false);
    expect(kept.includes('"counter":"unmistakable","total"')).toBe(false);
  });
});
