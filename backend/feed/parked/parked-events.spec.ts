import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Conflict, NotFound, Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { openEventStoreDB } from '../../event-store/eventstoredb.ts';
import { contextOf } from '../../testing/context.ts';
import { count } from '../../testing/counters.ts';
import { newEvent } from '../../testing/deciding/new-event.ts';
import { startEventStoreUnderTest } from '../../testing/logs/event-store-under-test.ts';
import { openedStores } from '../../testing/opened-stores.ts';
import { ParkedDecisions } from './parked-decisions.ts';
import { ParkedEvents } from './parked-events.ts';

const stores: [string, () => Promise<EventStore>][] = [
  ['SQLite', async () => openedStores().store],
  ['EventStoreDB', eventStoreDB],
];

describe.each(stores)('parked events beside the log in %s', (_, opened) => {
  it('are known to every node, whoever parked them, and to the next start', async () => {
    const store = await opened();
    const events = await counted(store, 12);
    const nodes = [1, 2, 3].map(() => new ParkedEvents(store));
    // All at the same moment: nobody's are lost.
    await Promise.all(events.map((event, index) => nodes[index % 3]?.keep('reactor:a', [parked(event)])));
    for (const node of [...nodes, new ParkedEvents(store)]) {
      await node.load();
      expect(new Set(node.entries.map(({ eventId }) => eventId))).toEqual(new Set(events.map(({ id }) => id)));
    }
  });

  it('are read once for all who ask meanwhile, and never from before they asked', async () => {
    const store = await opened();
    const [first, second] = await counted(store, 2);
    const [node, other] = [new ParkedEvents(store), new ParkedEvents(store)];
    await other.keep('reactor:a', [parked(first)]);
    const get = vi.spyOn(store.records, 'get');
    const before = Promise.all([node.load(), node.load(), node.load()]);
    await new Promise(setImmediate);
    const after = Promise.all([node.load(), node.load()]);
    await Promise.all([before, after]);
    expect(get).toHaveBeenCalledTimes(2);
    await other.keep('reactor:a', [parked(second)]);
    await node.load();
    expect(node.entries).toHaveLength(2);
  });

  it('are one entry however often they are parked, since the first time', async () => {
    const store = await opened();
    const [event] = await counted(store, 1);
    let time = 0;
    const node = new ParkedEvents(store, () => new Date(time));
    for (time = 0; time < 3_000; time += 1_000) await node.keep('reactor:a', [parked(event, `no ${time}`)]);
    expect(node.entries).toMatchObject([{ since: '1970-01-01T00:00:00.000Z', error: 'Error: no 2000' }]);
  });

  it('are 100 of a reader at most', async () => {
    const store = await opened();
    const events = await counted(store, 101);
    const node = new ParkedEvents(store);
    expect(
      await node.keep(
        'reactor:a',
        events.slice(0, 100).map((event) => parked(event)),
      ),
    ).toBe(true);
    expect(
      await node.keep(
        'reactor:a',
        events.slice(100).map((event) => parked(event)),
      ),
    ).toBe(false);
    expect(
      await node.keep(
        'reactor:b',
        events.slice(100).map((event) => parked(event)),
      ),
    ).toBe(true);
    expect(
      await node.keep(
        'reactor:a',
        events.slice(0, 1).map((event) => parked(event)),
      ),
    ).toBe(true);
    expect(node.of('reactor:a')).toHaveLength(100);
  });

  it('are skipped for all readers that parked them, and known to be by every node', async () => {
    const store = await opened();
    const [event] = await counted(store, 1);
    const [one, other] = [new ParkedEvents(store), new ParkedEvents(store)];
    if (!event) throw new Error('There is an event.');
    for (const reader of ['reactor:a', 'reactor:b']) await one.keep(reader, [parked(event)]);
    await other.load();
    const { decisions } = decisionsIn(store);
    await decisions.skip(event.id, 'Wrong', contextOf('k1'));
    await other.load();
    expect(['reactor:a', 'reactor:b', 'reactor:c'].map((reader) => other.isSkipped(reader, event))).toEqual([
      true,
      true,
      false,
    ]);
    expect(other.entries).toEqual([]);
    await expect(decisions.skip(event.id, 'Wrong', contextOf('k2'))).rejects.toThrow(NotFound);
    await expect(decisions.retry(event.id, contextOf('k3'))).rejects.toThrow(NotFound);
  });

  it('are skipped also where something stands among what was skipped that no operator wrote', async () => {
    const store = await opened();
    const [event] = await counted(store, 1);
    if (!event) throw new Error('There is an event.');
    for (const data of [null, { reader: 'reactor:a' }]) {
      await store.append('skipped-events', 'any', [newEvent({ type: 'EventSkipped', data })]);
    }
    const node = new ParkedEvents(store);
    await node.keep('reactor:a', [parked(event)]);
    await decisionsIn(store).decisions.skip(event.id, 'Wrong', contextOf('k1'));
    await node.load();
    expect(node.isSkipped('reactor:a', event)).toBe(true);
  });

  it('are decided about once for each command, whoever says it and however often at a time', async () => {
    const store = await opened();
    const [event, another] = await counted(store, 2);
    if (!event || !another) throw new Error('There are events.');
    const node = new ParkedEvents(store);
    for (const reader of ['reactor:a', 'projection:b.v1']) await node.keep(reader, [parked(event), parked(another)]);
    const { decisions, anew } = decisionsIn(store);
    const others = decisionsIn(store).decisions;
    const retry = contextOf('k1', { payload: 'retry' });
    const said = await Promise.all([decisions, others, decisions].map((each) => each.retry(event.id, retry)));
    said.push(await others.retry(event.id, retry));
    expect(new Set(said.map(({ position }) => position)).size).toBe(1);
    for (const { readers } of said) expect(readers).toEqual(['reactor:a', 'projection:b.v1']);
    expect(anew).toEqual(['b.v1']);
    const skip = contextOf('k2', { payload: 'skip' });
    const skipped = await Promise.all([decisions, others, decisions].map((each) => each.skip(event.id, 'Bad', skip)));
    expect(new Set(skipped.map(({ position }) => position)).size).toBe(1);
    expect(skipped[0]?.readers).toEqual(['reactor:a']);
    await expect(decisions.retry(another.id, contextOf('k1', { payload: 'other' }))).rejects.toThrow(Conflict);
    await expect(decisions.skip(another.id, 'Bad', contextOf('k2'))).rejects.toThrow(Conflict);
    expect((await store.readStream('operations')).map(({ type }) => type)).toEqual(['RetryWanted']);
    expect(await store.readStream('skipped-events')).toMatchObject([
      { data: { reader: 'reactor:a', eventId: event.id } },
    ]);
    await node.load();
    expect(node.entries.map(({ eventId }) => eventId)).toEqual([another.id, another.id]);
  });

  it('are still decided about when who decided was broken off before it was done', async () => {
    const store = await opened();
    const [event] = await counted(store, 1);
    if (!event) throw new Error('There is an event.');
    const node = new ParkedEvents(store);
    await node.keep('reactor:a', [parked(event)]);
    const put = vi.spyOn(store.records, 'put').mockRejectedValueOnce(new Unavailable('away'));
    const { decisions } = decisionsIn(store);
    await expect(decisions.skip(event.id, 'Bad', contextOf('k1'))).rejects.toThrow('away');
    put.mockRestore();
    expect(await decisions.all()).toHaveLength(1);
    expect(await decisions.skip(event.id, 'Bad', contextOf('k1'))).toMatchObject({ readers: ['reactor:a'] });
    expect(await decisions.all()).toEqual([]);
    expect(await store.readStream('skipped-events')).toHaveLength(1);
  });

  it('are not tried again where no shop has written them, of which nothing is said', async () => {
    const store = await opened();
    const [event] = await counted(store, 1);
    if (!event) throw new Error('There is an event.');
    await new ParkedEvents(store).keep('log', [parked(event)]);
    const { decisions } = decisionsIn(store);
    await expect(decisions.retry(event.id, contextOf('k1'))).rejects.toThrow(Conflict);
    expect(await store.readStream('operations')).toEqual([]);
    expect(await decisions.skip(event.id, 'By hand', contextOf('k2'))).toMatchObject({ readers: ['log'] });
  });

  it('are skipped once where two say so before either has done it', async () => {
    const store = await opened();
    const [event] = await counted(store, 1);
    if (!event) throw new Error('There is an event.');
    await new ParkedEvents(store).keep('reactor:a', [parked(event)]);
    const put = vi.spyOn(store.records, 'put').mockRejectedValueOnce(new Unavailable('away'));
    await expect(decisionsIn(store).decisions.skip(event.id, 'Bad', contextOf('k1'))).rejects.toThrow('away');
    put.mockRestore();
    const { decisions } = decisionsIn(store);
    expect(await decisions.skip(event.id, 'Bad too', contextOf('k2'))).toMatchObject({ readers: ['reactor:a'] });
    expect(await decisions.all()).toEqual([]);
    expect(await store.readStream('skipped-events')).toMatchObject([{ data: { reason: 'Bad' } }]);
  });

  it('have made anew, when they are skipped, who has kept a document as it was for them, and nobody else', async () => {
    const store = await opened();
    const [event] = await counted(store, 1);
    if (!event) throw new Error('There is an event.');
    const node = new ParkedEvents(store);
    await node.keep('projection:kept.v1', [{ ...parked(event), document: 'b1' }]);
    await node.keep('projection:of-none.v1', [parked(event)]);
    await node.keep('projection:stopped.v1', [{ ...parked(event), document: 'b1', stops: true }]);
    const { decisions, anew } = decisionsIn(store);
    await decisions.skip(event.id, 'Bad', contextOf('k1'));
    expect(anew).toEqual(['kept.v1']);
  });
});

function decisionsIn(store: EventStore) {
  const anew: string[] = [];
  const makeAnew = async (names: readonly string[]) => void anew.push(...names);
  return { decisions: new ParkedDecisions({ store, makeAnew }), anew };
}

async function eventStoreDB(): Promise<EventStore> {
  const server = await startEventStoreUnderTest({ ownLog: true });
  onTestFinished(server.stop);
  const store = openEventStoreDB({ address: server.address, prefix: 'inventory-' });
  onTestFinished(() => store.close());
  return store;
}

async function counted(store: EventStore, times: number): Promise<StoredEvent[]> {
  await count(store, 'a', ...Array.from({ length: times }, () => 1));
  return store.readStream('counter-a');
}

function parked(event: StoredEvent | undefined, error = 'no') {
  if (!event) throw new Error('There is an event.');
  return { event, reason: new Error(error), state: 'parked', stops: false } as const;
}
