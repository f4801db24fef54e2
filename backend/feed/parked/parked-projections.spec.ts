import { describe, expect, it } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { WhenFailing } from '../../../modules/kernel/projection.ts';
import { projection } from '../../../modules/kernel/projection.ts';
import { contextOf } from '../../testing/context.ts';
import { type Counted, type CounterView, count } from '../../testing/counters.ts';
import { caughtUp, totals } from '../../testing/deciding/caught-up.ts';
import { dumpOf, rebuiltDump } from '../../testing/logs/dump.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ProjectionRunner } from '../projection-runner.ts';
import { ParkedDecisions } from './parked-decisions.ts';
import { ParkedEvents } from './parked-events.ts';

describe('an event that a projection cannot fold', () => {
  it('is parked: its document stays as it was, all others go on', async () => {
    const { runner, store, readModels, parked } = opened('park');
    await count(store, 'a', 1);
    await count(store, 'b', 1);
    await count(store, 'a', bad);
    await count(store, 'b', 1);
    await count(store, 'a', 1);
    await caughtUp(runner, store);
    await count(store, 'b', 1);
    await count(store, 'a', 1);
    await caughtUp(runner, store);
    expect(await totals(readModels)).toEqual({ a: 1, b: 3 });
    expect(runner.applied).toBe(7n);
    expect(runner.stopped).toEqual([]);
    expect(parked.entries).toMatchObject([
      {
        reader: 'projection:counters.v1',
        position: '3',
        document: 'a',
        error: 'Error: 13',
        state: 'parked',
        stops: false,
      },
    ]);
  });

  it('is not shown, nor is what comes later about its document, until it can be folded', async () => {
    for (const whenFailing of ['park', 'stop'] as const) {
      const { runner, store, readModels, parked, release, counters } = opened(whenFailing);
      await count(store, 'b', 1);
      await count(store, 'a', bad);
      await count(store, 'a', 1);
      const { events } = await store.readAll({ after: 0n, limit: 10 });
      expect(events.map((event) => runner.shows(event, [counters]))).toEqual([false, false, false]);
      await caughtUp(runner, store);
      expect(events.map((event) => runner.shows(event, [counters]))).toEqual([true, false, false]);
      expect(events.map((event) => runner.shows(event, []))).toEqual([true, true, true]);
      release.isMended = true;
      await parked.retry(parked.entries[0]?.eventId ?? '');
      await readModels.drop('counters.v1');
      await runner.verify();
      expect(events.map((event) => runner.shows(event, [counters]))).toEqual([true, true, true]);
    }
  });

  it('is the same event for who starts again, comes late or builds anew', async () => {
    const { runner, store, readModels, folder, ...rest } = opened('park');
    await count(store, 'a', 1, bad);
    await caughtUp(runner, store);
    await count(store, 'a', 1);
    const next = new ProjectionRunner([rest.counters], readModels, store);
    await caughtUp(next, store);
    expect(await totals(readModels)).toEqual({ a: 1 });
    expect(await dumpOf(readModels, [rest.counters])).toEqual(await rebuiltDump(store, [rest.counters]));
    await rest.parked.load();
    expect(rest.parked.entries).toHaveLength(1);
  });

  it('is folded and forgotten by a release that can, when it builds the read model anew', async () => {
    const { runner, store, readModels, parked, release } = opened('park');
    await count(store, 'a', 1, bad, 1);
    await caughtUp(runner, store);
    release.isMended = true;
    const [entry] = await parked.retry(parked.entries[0]?.eventId ?? '');
    expect(entry?.document).toBe('a');
    await readModels.drop('counters.v1');
    await runner.verify();
    expect(await totals(readModels)).toEqual({ a: 15 });
    expect(parked.entries).toEqual([]);
  });

  it('counts for nothing once an operator skipped it, also for who builds anew', async () => {
    const { runner, store, readModels, parked, counters } = opened('park');
    await count(store, 'a', 1, bad, 1);
    await caughtUp(runner, store);
    await decisionsIn(store).skip(parked.entries[0]?.eventId ?? '', 'Typed wrong', contextOf('k1'));
    await parked.load();
    await readModels.drop('counters.v1');
    await runner.verify();
    expect(await totals(readModels)).toEqual({ a: 2 });
    expect(await dumpOf(readModels, [counters])).toEqual(await rebuiltDump(store, [counters]));
  });

  it('stops a projection alone that says so, until an operator has decided', async () => {
    const { runner, store, readModels, parked } = opened('stop');
    await count(store, 'a', 1);
    await count(store, 'b', 1, bad, 1);
    await caughtUp(runner, store);
    expect(runner.stopped).toEqual([{ projection: 'counters', reason: 'Error: 13', byParked: true }]);
    expect(await totals(readModels)).toEqual({ a: 1, b: 1 });
    await runner.reconsider();
    expect(await totals(readModels)).toEqual({ a: 1, b: 1 });
    await decisionsIn(store).skip(parked.entries[0]?.eventId ?? '', 'Typed wrong', contextOf('k1'));
    await parked.load();
    await runner.reconsider();
    expect(runner.stopped).toEqual([]);
    expect(await totals(readModels)).toEqual({ a: 1, b: 2 });
  });

  it('stops it there again when its read model is built anew', async () => {
    const { runner, store, readModels } = opened('stop');
    await count(store, 'a', 1, bad, 1);
    await caughtUp(runner, store);
    await readModels.drop('counters.v1');
    await runner.verify();
    expect(await totals(readModels)).toEqual({ a: 1 });
    expect(runner.stopped).toMatchObject([{ byParked: true }]);
  });

  it('stops the projection when it is one of too many', async () => {
    const { runner, store, parked } = opened('park');
    await count(store, 'a', ...Array.from({ length: 40 }, () => bad));
    await caughtUp(runner, store);
    expect(parked.entries).toHaveLength(1); // One a document: what comes later about it has nothing to stand on.
    for (let n = 0; n < 100; n++) await count(store, `c${n}`, bad);
    await caughtUp(runner, store);
    expect(runner.stopped).toHaveLength(1);
    expect(parked.entries).toHaveLength(1);
  });
});

const bad = 13;

/** A runner of a projection that cannot count 13. */
function opened(whenFailing: WhenFailing) {
  const { store, readModels, folder } = openedStores();
  const release = { isMended: false };
  const counters = projection<CounterView, Counted>({
    name: 'counters',
    version: 1,
    whenFailing,
    indexes: { all: () => '' },
    on: {
      Counted: {
        id: ({ data }) => data.counter,
        evolve: (view, { data }) => {
          if (data.by === bad && !release.isMended) throw new Error('13');
          return { counter: data.counter, total: (view?.total ?? 0) + data.by };
        },
      },
    },
  });
  const parked = new ParkedEvents(store);
  const runner = new ProjectionRunner([counters], readModels, store, parked);
  return { store, readModels, folder, release, counters, parked, runner };
}

const decisionsIn = (store: EventStore) => new ParkedDecisions({ store, makeAnew: async () => undefined });
