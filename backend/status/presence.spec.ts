import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { openEventStoreDB } from '../event-store/eventstoredb.ts';
import { openLog } from '../runtime/logging/log.ts';
import { startEventStoreUnderTest } from '../testing/logs/event-store-under-test.ts';
import { openedStores } from '../testing/opened-stores.ts';
import { Presence } from './presence.ts';

const minute = 60_000;
const stores: [string, () => Promise<EventStore>][] = [
  ['SQLite', async () => openedStores().store],
  ['EventStoreDB', eventStoreDB],
];

describe.each(stores)('nodes beside the log in %s', (_, opened) => {
  it('know of each other, and of none that has left', async () => {
    const { nodeOf } = nodesOn(await opened());
    const nodes = [nodeOf('a'), nodeOf('b'), nodeOf('c')];
    // All at the same moment: none is lost.
    for (const node of nodes) node.start();
    await vi.waitFor(async () => expect(await idsAt(nodes[0])).toHaveLength(3), 60_000);
    for (const [index, node] of nodes.entries()) {
      const known = await node.all();
      expect(known.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
      expect(known.map(({ isThis }) => isThis)).toEqual([0, 1, 2].map((place) => place === index));
    }
    await nodes[1]?.close();
    expect(await idsAt(nodes[0])).toEqual(['a', 'c']);
  });
});

describe('a node', () => {
  it('that was killed is silent after a minute and forgotten after ten, by the clock of who looks', async () => {
    const { nodeOf, later } = nodesOn(openedStores().store);
    const [one, killed] = [nodeOf('a'), nodeOf('b')];
    await killed.say();
    expect(await standingsAt(one)).toEqual(['serving', 'serving']);
    later(minute);
    expect(await standingsAt(one)).toEqual(['serving', 'serving']);
    later(1);
    expect(await standingsAt(one)).toEqual(['serving', 'silent']);
    expect((await one.all()).at(1)).toMatchObject({ id: 'b', heardAgo: 60, isThis: false });
    later(9 * minute);
    expect(await idsAt(one)).toEqual(['a']);
    await one.say();
    expect(await idsAt(nodeOf('c'))).toEqual(['a', 'c']);
  });

  it('that speaks again after a silence is there as before', async () => {
    const { nodeOf, later } = nodesOn(openedStores().store);
    const [one, stuck] = [nodeOf('a'), nodeOf('b')];
    await stuck.say();
    await one.say();
    later(11 * minute);
    await one.say();
    expect(await idsAt(one)).toEqual(['a']);
    await stuck.say();
    expect(await standingsAt(one)).toEqual(['serving', 'serving']);
  });

  it('that ends over and over leaves 32 behind at most, and never pushes out one that lives', async () => {
    const { store, nodeOf, later } = nodesOn(openedStores().store);
    const living = nodeOf('living');
    for (let start = 0; start < 40; start++) {
      await living.say();
      await nodeOf(`killed-${start}`).say();
      later(5_000);
    }
    await living.say();
    const written = JSON.parse((await store.records.get('nodes'))?.value ?? '[]');
    expect(written).toHaveLength(32);
    expect(await idsAt(nodeOf('other'))).toContain('living');
  });

  it('begins the record anew that nobody can read', async () => {
    const { store, nodeOf } = nodesOn(openedStores().store);
    await store.records.put('nodes', '{"of": "another release"}', 'any');
    const one = nodeOf('a');
    expect(await idsAt(one)).toEqual(['a']);
    await one.say();
    expect(await idsAt(nodeOf('b'))).toEqual(['a', 'b']);
  });

  it('says that it is there for as long as it is open, and ends although the store is away', async () => {
    const { store, nodeOf } = nodesOn(openedStores().store);
    const one = nodeOf('a', { every: 5 });
    one.start();
    const times = async () => JSON.parse((await store.records.get('nodes'))?.value ?? '[]')[0]?.times ?? 0;
    await vi.waitFor(async () => expect(await times()).toBeGreaterThan(3), 60_000);
    vi.spyOn(store.records, 'put').mockImplementation(() => new Promise(() => {}));
    await one.close();
  });
});

function nodesOn(store: EventStore) {
  let now = 0;
  const nodeOf = (id: string, but: { every?: number } = {}) =>
    new Presence({
      records: store.records,
      node: { id, host: 'here', pid: 1, startedAt: '2030-01-01T00:00:00.000Z' },
      address: () => 'http://127.0.0.1:3000',
      state: () => ({ standing: 'serving', behind: 0, stopped: 0, connections: 0 }),
      log: openLog('silent'),
      clock: () => now,
      every: 20_000,
      ...but,
    });
  const later = (milliseconds: number) => {
    now += milliseconds;
  };
  return { store, nodeOf, later };
}

const idsAt = async (node: Presence | undefined) => ((await node?.all()) ?? []).map(({ id }) => id);
const standingsAt = async (node: Presence) => (await node.all()).map(({ standing }) => standing);

async function eventStoreDB(): Promise<EventStore> {
  const server = await startEventStoreUnderTest({ ownLog: true });
  onTestFinished(server.stop);
  const store = openEventStoreDB({ address: server.address, prefix: 'inventory-' });
  onTestFinished(() => store.close());
  return store;
}
