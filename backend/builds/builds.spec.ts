import { describe, expect, it } from 'vitest';
import { scheduledOnce } from '../../modules/kernel/commands.ts';
import { buildName, buildOf } from '../../modules/kernel/documents/build-name.ts';
import { BeingPrepared, Conflict } from '../../modules/kernel/errors.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { ProjectionRunner } from '../feed/projection-runner.ts';
import { makeBuild } from '../feed/rebuilding/make-build.ts';
import { count, countersOf } from '../testing/counters.ts';
import { totals } from '../testing/deciding/caught-up.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { type BuildState, dropped, promoted, rebuilt, rolledBack } from './build-state.ts';
import { Builds } from './builds.ts';
import { dropRunOut } from './drop-run-out.ts';
import { showing } from './showing.ts';
import { ShownBuilds } from './shown-builds.ts';

const counters = countersOf();
const second = buildOf(counters, 2);
const by = scheduledOnce('test');
const now = (work: () => Promise<void>) => work();

/** More than a node waits for. */
const many = Array.from({ length: 1_100 }, () => 1);

/** A node: what feeds, and what its GETs see. */
function nodeOn(store: EventStore, readModels: ReadModels, projection = counters) {
  const shown = new ShownBuilds();
  const runner = new ProjectionRunner([projection], readModels, store, undefined, shown);
  const seen = showing(readModels, shown);
  let fed = 0n;
  return {
    shown,
    runner,
    seen,
    shows: () => totals(seen, projection),
    async open() {
      fed = await runner.open();
      await this.follow();
    },
    async follow() {
      const batch = await store.readAll({ after: fed, limit: 10_000 });
      await runner.apply(batch);
      fed = batch.position;
    },
    prepare: () => runner.prepare(now),
  };
}

/** Makes a build as an operator's command does; `wrong` is what it holds too much of. */
async function make(store: EventStore, readModels: ReadModels, build: number, wrong = 0): Promise<void> {
  const position = await makeBuild(buildOf(counters, build), readModels, store);
  const name = buildName(counters.storedAs, build);
  const document = JSON.stringify({ counter: 'a', total: wrong });
  const entries = [{ index: 'all', key: '', sort: '' }];
  if (wrong > 0) await readModels.commit(name, position, position, [{ id: 'a', document, entries }]);
  await decide(store, (state) => rebuilt(counters, state, { build, position }));
}

async function decide<E extends ReturnType<typeof rebuilt | typeof promoted | typeof rolledBack | typeof dropped>>(
  store: EventStore,
  decision: (state: BuildState) => E,
) {
  return new Builds(store).decide(counters, decision, 'Test', by);
}

const promote = (store: EventStore) => decide(store, (state) => promoted(counters, state));
const goBack = (store: EventStore) => decide(store, (state) => rolledBack(counters, state));

describe('a build that was made beside the one that is shown', () => {
  it('is fed from then on, and shown from the event on that promotes it', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const node = nodeOn(store, readModels);
    await node.open();
    await make(store, readModels, 2, 100);
    await node.follow();
    await node.prepare();
    await count(store, 'a', 2);
    await node.follow();
    expect(await node.shows()).toEqual({ a: 3 });
    expect(await totals(readModels, second)).toEqual({ a: 102 });
    await promote(store);
    expect(await node.shows()).toEqual({ a: 3 });
    await node.follow();
    expect(await node.shows()).toEqual({ a: 102 });
  });

  it('is not shown before it has come up to the log', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const node = nodeOn(store, readModels);
    await node.open();
    await make(store, readModels, 2, 100);
    await promote(store);
    await count(store, 'a', ...many);
    await node.follow();
    expect(await node.shows()).toEqual({ a: 1 + many.length });
    await node.prepare();
    expect(await node.shows()).toEqual({ a: 100 + many.length });
  });

  it('is made by a node whose read models nobody else has made it in', async () => {
    const one = openedStores();
    const other = openedStores();
    await count(one.store, 'a', ...many);
    const node = nodeOn(one.store, other.readModels);
    await node.open();
    await make(one.store, one.readModels, 2);
    await promote(one.store);
    await node.follow();
    expect(await other.readModels.checkpoint(second.storedAs)).toBeUndefined();
    await node.prepare();
    expect(await node.shows()).toEqual({ a: many.length });
    expect(node.shown.of(counters.storedAs)).toBe(second.storedAs);
  });

  it('is gone back from to the one before, which was fed meanwhile', async () => {
    const { store, readModels } = openedStores();
    const node = nodeOn(store, readModels);
    await count(store, 'a', 1);
    await node.open();
    await make(store, readModels, 2, 100);
    await promote(store);
    await node.follow();
    await node.prepare();
    await count(store, 'a', 2);
    await node.follow();
    expect(await node.shows()).toEqual({ a: 102 });
    await goBack(store);
    await node.follow();
    expect(await node.shows()).toEqual({ a: 3 });
  });

  it('is shown by who starts later, too, and so is what another node has switched to meanwhile', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const nodes = [nodeOn(store, readModels), nodeOn(store, readModels), nodeOn(store, readModels)];
    for (const node of nodes) await node.open();
    await make(store, readModels, 2, 100);
    for (const node of nodes) await node.follow();
    for (const node of nodes) await node.prepare();
    await promote(store);
    for (const node of nodes) await node.follow();
    const later = nodeOn(store, readModels);
    await later.open();
    for (const node of [...nodes, later]) expect(await node.shows()).toEqual({ a: 100 });
  });

  it('is fed no longer once it is let go of, and then it goes', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const node = nodeOn(store, readModels);
    await node.open();
    await make(store, readModels, 2);
    await node.follow();
    await node.prepare();
    await decide(store, (state) => dropped(counters, state));
    await node.follow();
    await count(store, 'a', 2);
    await node.follow();
    expect(await totals(readModels, second)).toEqual({ a: 1 });
    await node.runner.dropUnfed();
    await node.runner.dropUnfed();
    expect(await readModels.projections()).toEqual([counters.storedAs, 'log-identity']);
    expect(await node.shows()).toEqual({ a: 3 });
  });

  it('is let go of by one node when its time has come, which nobody can go back to then', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    await make(store, readModels, 2);
    await promote(store);
    const timers = [1, 2].map(() => dropRunOut({ store, projections: [counters], keptFor: 60_000 }));
    const run = (at: number) =>
      Promise.all(timers.map((timer) => timer.run(new Date(at), new AbortController().signal)));
    await run(Date.now());
    expect(await store.readStream('projections')).toHaveLength(2);
    await run(Date.now() + 61_000);
    const said = await store.readStream('projections');
    expect(said.map(({ type }) => type)).toEqual(['ProjectionRebuilt', 'ProjectionPromoted', 'ProjectionBuildDropped']);
    await expect(goBack(store)).rejects.toThrow(Conflict);
  });

  it('is decided about by one of two who decide at the same moment', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    await make(store, readModels, 2);
    const outcomes = await Promise.allSettled([promote(store), promote(store)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await store.readStream('projections')).toHaveLength(2);
  });
});

describe('who reads', () => {
  it('goes on to read the build with which they have begun, whatever is promoted meanwhile', async () => {
    const { store, readModels } = openedStores();
    await count(store, 'a', 1);
    const node = nodeOn(store, readModels);
    await node.open();
    await make(store, readModels, 2, 100);
    await node.follow();
    await node.prepare();
    const reading = node.shown.during(async () => {
      const first = await node.shows();
      await promote(store);
      await node.follow();
      return [first, await node.shows()];
    });
    expect(await reading).toEqual([{ a: 1 }, { a: 1 }]);
    expect(await node.shown.during(node.shows)).toEqual({ a: 100 });
  });

  it('turns the page of a list that another build is shown of by then', async () => {
    const { store, readModels } = openedStores();
    for (const name of ['a', 'b', 'c']) await count(store, name, 1);
    const node = nodeOn(store, readModels);
    await node.open();
    await make(store, readModels, 2);
    await node.follow();
    await node.prepare();
    const list = { index: 'all', key: '', order: 'ascending', limit: 2 } as const;
    const { next } = await node.seen.list(counters.storedAs, list);
    await promote(store);
    await node.follow();
    const { documents } = await node.seen.list(counters.storedAs, { ...list, ...(next && { after: next }) });
    expect(documents).toEqual([JSON.stringify({ counter: 'c', total: 1 })]);
  });

  it('is told that a new version is being prepared, while all else is shown', async () => {
    const { store, readModels } = openedStores();
    const older = nodeOn(store, readModels);
    const head = await count(store, 'a', ...Array.from({ length: 5_100 }, () => 1));
    await older.runner.catchUp(await older.runner.open());
    await older.runner.record();
    const newer = countersOf({ version: 2 });
    const shown = new ShownBuilds();
    const other = countersOf();
    const runner = new ProjectionRunner([other, newer], readModels, store, undefined, shown);
    expect(await runner.open({ isAside: true })).toBe(head);
    const seen = showing(readModels, shown);
    await expect(totals(seen, newer)).rejects.toThrow(BeingPrepared);
    expect(await totals(seen, other)).toEqual({ a: 5_100 });
    expect(shown.missing).toEqual([newer.storedAs]);
    await count(store, 'a', 1);
    await runner.apply(await store.readAll({ after: head, limit: 10 }));
    expect(await totals(seen, other)).toEqual({ a: 5_101 });
    await runner.prepare(now);
    expect(await totals(seen, newer)).toEqual({ a: 5_101 });
    expect(shown.isWhole).toBe(true);
  });
});
