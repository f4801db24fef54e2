import { describe, expect, it, vi } from 'vitest';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { troubledReadModels } from '../../doubles/troubled-read-models.ts';
import { count, countersOf } from '../../testing/counters.ts';
import { totals } from '../../testing/deciding/caught-up.ts';
import { openedReadModels, openedStores } from '../../testing/opened-stores.ts';
import { ParkedEvents } from '../parked/parked-events.ts';
import { ProjectionRunner } from '../projection-runner.ts';

const counters = countersOf();

describe('what another node folds first', () => {
  it('is left to it after a few times, and shown as soon as it is there', async () => {
    const { store, faster, slower } = await twoNodes();
    await slower.left();
    const commits = slower.commits();
    for (let n = 0; n < 5; n++) {
      const batch = await next(store, slower.runner);
      await Promise.all([slower.runner.apply(batch), faster.runner.apply(batch)]);
      expect(slower.runner.applied).toBe(batch.position);
      expect(slower.runner.shownUpTo).toBe(batch.position);
    }
    expect(slower.commits()).toBe(commits);
    expect(await totals(faster.readModels)).toEqual({ a: 7 });
  });

  it('is done by this node at once again when the other is gone, and waited for no more', async () => {
    const { store, slower } = await twoNodes();
    await slower.left();
    await slower.runner.apply(await next(store, slower.runner));
    expect(await totals(slower.readModels)).toEqual({ a: 3 });
    const looks = slower.looks();
    await slower.runner.apply(await next(store, slower.runner));
    expect(await totals(slower.readModels)).toEqual({ a: 4 });
    expect(slower.looks()).toBe(looks);
  });

  it('is gone on with where the other has done a part of it', async () => {
    const { store, faster, slower } = await twoNodes();
    await slower.left();
    const first = await next(store, slower.runner);
    await next(store, slower.runner);
    const both = await store.readAll({ after: slower.runner.applied, limit: 10 });
    expect(both.events).toHaveLength(2);
    await Promise.all([slower.runner.apply(both), faster.runner.apply(first)]);
    expect(slower.runner.shownUpTo).toBe(both.position);
    expect(await totals(slower.readModels)).toEqual({ a: 4 });
  });

  it('is read from the log again where it was emptied meanwhile', async () => {
    const { store, faster, slower } = await twoNodes();
    await slower.left();
    await faster.readModels.drop(counters.storedAs);
    await slower.runner.apply(await next(store, slower.runner));
    expect(await totals(slower.readModels)).toEqual({ a: 3 });
  });

  it('is not shown where the other could not fold it', async () => {
    const { store, faster, slower } = await twoNodes(failingAt(3));
    await slower.left();
    const batch = await next(store, slower.runner);
    await Promise.all([slower.runner.apply(batch), faster.runner.apply(batch)]);
    const [event] = batch.events;
    expect(event && slower.runner.shows(event, [slower.projection])).toBe(false);
    expect(await totals(slower.readModels)).toEqual({ a: 2 });
  });

  it('has its checkpoint moved past events of others by the other, or by this node when nobody does', async () => {
    const { faster, slower } = await twoNodes();
    await slower.left();
    const past = { events: [], position: slower.runner.applied + 100n, caughtUp: true };
    await Promise.all([faster, slower].map(({ runner }) => runner.apply(past)));
    const commits = slower.commits();
    for (let second = 0; second < 9; second++) await slower.runner.record();
    expect(slower.commits()).toBe(commits);
    await slower.runner.record();
    expect(slower.commits()).toBe(commits + 1);
    expect(await slower.readModels.checkpoint(counters.storedAs)).toBe(past.position);
  });

  it('is folded by all where nobody sees at once what another has written', async () => {
    const { store, faster, slower } = await twoNodes(counters, false);
    await slower.left();
    const commits = slower.commits();
    const batch = await next(store, slower.runner);
    await faster.runner.apply(batch);
    await slower.runner.apply(batch);
    expect(slower.commits()).toBe(commits + 1);
  });
});

/** One more event, and what a node has of the log then that it has not applied. */
async function next(store: EventStore, runner: ProjectionRunner) {
  await count(store, 'a', 1);
  return store.readAll({ after: runner.applied, limit: 1 });
}

/** Two nodes on the same log and the same read models, of which one is told of each event after the other. */
async function twoNodes(ofSlower: Projection = counters, isShared = true) {
  const { store, readModels, folder } = openedStores();
  const node = async (projection: Projection, models: ReadModels) => {
    const shared = { ...troubledReadModels(models, () => {}), isShared };
    const [commit, checkpoint] = [vi.spyOn(shared, 'commit'), vi.spyOn(shared, 'checkpoint')];
    const runner = new ProjectionRunner([projection], shared, store, new ParkedEvents(store));
    await runner.open();
    return {
      runner,
      projection,
      readModels: models,
      commits: () => commit.mock.calls.length,
      looks: () => checkpoint.mock.calls.length,
    };
  };
  // Which of them cannot fold something does not matter: who commits says it.
  const faster = await node(ofSlower, readModels);
  const slower = await node(ofSlower, openedReadModels(folder));
  const left = async () => {
    for (let n = 0; n < 2; n++) {
      const batch = await next(store, slower.runner);
      await faster.runner.apply(batch);
      await slower.runner.apply(batch);
    }
  };
  return { store, faster, slower: { ...slower, left } };
}

function failingAt(position: number): Projection {
  return {
    ...counters,
    evolve: (document, event) => {
      if (event.position === BigInt(position)) throw new Error('not this one');
      return counters.evolve(document, event);
    },
  };
}
