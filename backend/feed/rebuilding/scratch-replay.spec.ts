import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import type { Difference } from '../../read-models/compare/difference.ts';
import { differencesBetween } from '../../read-models/compare/differences.ts';
import { type Side, sideOf } from '../../read-models/compare/side.ts';
import { Scratch } from '../../read-models/scratch/scratch.ts';
import { count, counted, countersOf, newEvent } from '../../testing/counters.ts';
import { caughtUp } from '../../testing/deciding/caught-up.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { replayed } from './scratch-replay.ts';

const counters = countersOf();

function scratch(folder = temporaryFolder()): Scratch {
  const opened = new Scratch(folder);
  onTestFinished(() => opened.close());
  return opened;
}

async function replayOf(store: EventStore, upTo: bigint, projection: Projection = counters) {
  const [[made] = []] = await replayed(store, [{ into: scratch(), projections: [{ projection, upTo }] }]);
  if (!made) throw new Error('Nothing was replayed.');
  return made;
}

async function differences(one: Side, other: Side): Promise<Difference[]> {
  const found: Difference[] = [];
  for await (const difference of differencesBetween(one, other)) found.push(difference);
  return found;
}
const shown = (readModels: ReadModels) => sideOf(readModels, counters.storedAs);

describe('a replay that nobody is shown', () => {
  it('is of the log up to exactly some position, and goes on to any later one', async () => {
    const { store, readModels } = openedStores();
    for (let n = 0; n < 40; n++) await count(store, `c${n % 7}`, 1, 1, 1);
    const made = await replayOf(store, 50n);
    for (const upTo of [50n, 51n, 99n, 120n]) {
      await made.side.reach?.(upTo);
      const runner = new ProjectionRunner([counters], readModels, store);
      const after = await runner.open();
      const { events } = await store.readAll({ after, limit: Number(upTo - after) });
      await runner.apply({ events, position: upTo, caughtUp: false });
      await runner.record();
      expect(await differences(shown(readModels), made.side)).toEqual([]);
    }
    await expect(made.side.reach?.(3n)).rejects.toThrow('made anew meanwhile');
  });

  it('finds what differs, and nothing else, while orders come and are shown', async () => {
    const { store, readModels } = openedStores();
    for (let n = 0; n < 300; n++) await count(store, `c${n}`, 1);
    const runner = new ProjectionRunner([counters], readModels, store);
    await caughtUp(runner, store);
    const made = await replayOf(store, (await readModels.checkpoint(counters.storedAs)) ?? 0n);
    let isOver = false;
    const coming = (async () => {
      for (let n = 0; !isOver; n++) {
        await Promise.all([count(store, `c${n % 300}`, 1), count(store, `new-${n}`, 1)]);
        await runner.apply(await store.readAll({ after: runner.applied, limit: 100 }));
      }
    })();
    try {
      for (let round = 0; round < 20; round++) expect(await differences(shown(readModels), made.side)).toEqual([]);
    } finally {
      isOver = true;
      await coming;
    }
    const [wrong, now] = ['{"counter":"c7","total":-1}', await readModels.checkpoint(counters.storedAs)];
    await readModels.commit(counters.storedAs, now, (now ?? 0n) + 1n, [{ id: 'wrong', document: wrong, entries: [] }]);
    expect(await differences(shown(readModels), made.side)).toEqual([
      { kind: 'document', id: 'wrong', one: wrong, other: undefined },
    ]);
  });

  it('leaves out what it is told to', async () => {
    const { store } = openedStores();
    const upTo = await count(store, 'a', 1, 10, 100);
    await count(store, 'b', 5);
    const isLeftOut = ({ position }: { position: bigint }) => position === 2n;
    const [as, without] = [scratch(), scratch()];
    const projections = [{ projection: counters, upTo }];
    const [[one] = [], [other] = []] = await replayed(store, [
      { into: as, projections },
      { into: without, projections, isLeftOut },
    ]);
    if (!one || !other) throw new Error('Nothing was replayed.');
    expect(await differences(one.side, other.side)).toEqual([
      { kind: 'document', id: 'a', one: '{"counter":"a","total":111}', other: '{"counter":"a","total":101}' },
    ]);
  });

  it('changes nothing of the log, nor of what is parked, and says what it could not fold', async () => {
    const { store } = openedStores();
    await count(store, 'a', 1);
    await store.append('counter-a', 'any', [{ ...newEvent(counted('a')), data: null }]);
    const upTo = await count(store, 'a', 1);
    const made = await replayOf(store, upTo);
    expect(made.parked).toMatchObject([{ type: 'Counted', position: '2' }]);
    const parked = new ParkedEvents(store);
    await parked.load();
    expect(parked.entries).toEqual([]);
    expect(await Array.fromAsync(store.records.keys(''))).toEqual([]);
    expect(await store.head()).toBe(upTo);
  });

  it('has a file without a name, so that nothing stays when the process is killed', async () => {
    const { store } = openedStores();
    const upTo = await count(store, 'a', 1, 2);
    const folder = temporaryFolder();
    const into = scratch(folder);
    await replayed(store, [{ into, projections: [{ projection: counters, upTo }] }]);
    expect(readdirSync(folder)).toEqual([]);
    expect(await into.getMany(counters.storedAs, ['a'])).toEqual(['{"counter":"a","total":3}']);
  });

  it('takes away the name that a killed one left in that moment, and nothing that somebody else has called alike', async () => {
    const { store } = openedStores();
    const upTo = await count(store, 'a', 1);
    const folder = temporaryFolder();
    const others = ['scratch-notes.db', 'scratch-pad'];
    mkdirSync(join(folder, 'scratch-pad'));
    for (const name of ['scratch-notes.db', `scratch-${randomUUID()}.db`]) writeFileSync(join(folder, name), '');
    await replayed(store, [{ into: scratch(folder), projections: [{ projection: counters, upTo }] }]);
    expect(readdirSync(folder).sort()).toEqual(others);
  });
});
