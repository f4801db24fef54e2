import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Unavailable, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import {
  type EventStoreDouble,
  type EventStoreDoubleOptions,
  startEventStoreDouble,
} from '../../testing/eventstoredb/event-store-double.ts';
import { firstOf, idsOf, newEvent, newEvents, newStream, pagesAfter } from '../contract/some-events.ts';
import { openEventStoreDB } from '../eventstoredb.ts';

/** Tries are short, so that lost answers do not hold up the tests; there may be many, for a machine that is busy. */
const patience = { inAll: 20_000, each: 400 };
let stores: EventStore[] = [];
let servers: EventStoreDouble[] = [];

// The stores first, and one server at a time: the client shares what it waits for among all its connections.
afterEach(async () => {
  for (const store of stores) await store.close();
  for (const server of servers) await server.stop();
  stores = [];
  servers = [];
});

function open(address: string, patient = patience): EventStore {
  const store = openEventStoreDB({ address, patience: patient });
  stores.push(store);
  return store;
}

async function serverAndStore(options: EventStoreDoubleOptions = {}, patient = patience) {
  const server = await startEventStoreDouble(options);
  servers.push(server);
  return { server, store: open(server.url, patient) };
}

async function everything(store: EventStore): Promise<StoredEvent[]> {
  return (await pagesAfter(store, start, 1_000)).flatMap(({ events }) => events);
}

describe('an append whose answer is lost', () => {
  it.each(['none', 'any', 2n] as const)('is there once, when it expects %s', async (expected) => {
    const { server, store } = await serverAndStore();
    const stream = newStream();
    if (expected === 2n) await store.append(stream, 'none', newEvents(3));
    const events = newEvents(2);
    server.misbehave.loseAppendAnswers(2);
    const appended = await store.append(stream, expected, events);
    const stored = (await store.readStream(stream)).slice(-2);
    expect(idsOf(stored)).toEqual(idsOf(events));
    expect(stored.at(-1)).toMatchObject(appended);
    expect(await everything(store)).toHaveLength(expected === 2n ? 5 : 2);
  });

  it('is there once, when any revision will do and the server has forgotten it', async () => {
    const { server, store } = await serverAndStore();
    const stream = newStream();
    const events = newEvents(2);
    server.misbehave.loseAppendAnswers(1);
    const appended = store.append(stream, 'any', events);
    await vi.waitFor(async () => expect(await store.readStream(stream)).toHaveLength(2));
    server.misbehave.forgetEventIds();
    expect(await appended).toMatchObject({ revision: 1n });
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it('is there once, when it begins a deleted stream again', async () => {
    const { server, store } = await serverAndStore();
    const stream = newStream();
    await store.append(stream, 'none', newEvents(3));
    await store.deleteStream(stream);
    server.misbehave.loseAppendAnswers(1);
    expect(await store.append(stream, 'none', newEvents(2))).toMatchObject({ revision: 4n });
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it('is still refused when it was somebody else who wrote', async () => {
    const { server, store } = await serverAndStore();
    const stream = newStream();
    server.misbehave.refuseAppends(1);
    const refused = store.append(stream, 'none', [newEvent()]);
    const expectation = expect(refused).rejects.toThrow(WrongExpectedRevision);
    await open(server.url).append(stream, 'none', [newEvent()]);
    await expectation;
    expect(await store.readStream(stream)).toHaveLength(1);
  });
});

describe('an append whose answer is late', () => {
  it('is unavailable in the end, and a repetition finds it', async () => {
    const { server, store } = await serverAndStore({}, { inAll: 1_000, each: 200 });
    const stream = newStream();
    const events = newEvents(2);
    server.misbehave.delayAppendAnswers(3_000);
    await expect(store.append(stream, 'none', events)).rejects.toThrow(Unavailable);
    server.misbehave.behave();
    expect(await store.append(stream, 'none', events)).toMatchObject({ revision: 1n });
    expect(await store.readStream(stream)).toHaveLength(2);
  });
});

describe('an append that is not taken', () => {
  it('is tried again', async () => {
    const { server, store } = await serverAndStore();
    server.misbehave.refuseAppends(2);
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });

  it('goes to the node that leads', async () => {
    const { server, store } = await serverAndStore();
    server.misbehave.answerNotLeader();
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });

  it('holds up those behind it in its stream, who keep their order, and no others', async () => {
    const { server, store } = await serverAndStore();
    const stream = newStream();
    server.misbehave.loseAppendAnswers(1);
    const events = newEvents(5);
    const appends = events.map((event, index) =>
      store.append(stream, index === 0 ? 'none' : BigInt(index - 1), [event]),
    );
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
    expect(await store.readStream(stream)).toHaveLength(1);
    await Promise.all(appends);
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
  });
});

describe('a server that is away', () => {
  const calls: { [name: string]: (store: EventStore) => Promise<unknown> } = {
    append: (store) => store.append(newStream(), 'none', [newEvent()]),
    readStream: (store) => store.readStream(newStream()),
    readAll: (store) => store.readAll({ after: start, limit: 10 }),
    head: (store) => store.head(),
    deleteStream: (store) => store.deleteStream(newStream()),
  };

  async function expectUnavailable(store: EventStore, within: number): Promise<void> {
    const began = performance.now();
    await Promise.all(
      Object.entries(calls).map(([name, call]) => expect(call(store), name).rejects.toThrow(Unavailable)),
    );
    expect(performance.now() - began).toBeLessThan(within);
  }

  it('makes every call unavailable within its patience, and comes back', async () => {
    const { server, store } = await serverAndStore({}, { inAll: 1_000, each: 400 });
    await store.append(newStream(), 'none', [newEvent()]);
    await server.misbehave.goAway();
    await expectUnavailable(store, 4_000);
    await server.misbehave.comeBack();
    for (const call of Object.values(calls)) await vi.waitFor(() => call(store), { timeout: 10_000 });
  });

  it('makes every call unavailable when a whole cluster is', async () => {
    // Long enough for the client to give up looking for a leader by itself.
    const store = open('esdb://127.0.0.1:9,127.0.0.1:13?tls=false', { inAll: 3_000, each: 3_000 });
    await expectUnavailable(store, 6_000);
  });

  it('makes every call unavailable when it takes connections and says nothing', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    const sockets = new Set<{ destroy(): void }>();
    silent.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const store = open(`esdb://127.0.0.1:${port}?tls=false`, { inAll: 1_000, each: 400 });
    await expectUnavailable(store, 4_000);
  });

  it.each(['url', 'discoverUrl'] as const)('loses nothing of what was underway, reached by its %s', async (how) => {
    const server = await startEventStoreDouble();
    servers.push(server);
    const store = open(server[how], { inAll: 15_000, each: 1_000 });
    const streams = Array.from({ length: 100 }, newStream);
    const appends: Promise<unknown>[] = [];
    for (let round = 0; round < 3; round += 1) {
      appends.push(...streams.map((stream) => store.append(stream, 'any', [newEvent({ text: 'x'.repeat(10_000) })])));
      await new Promise(setImmediate);
      await server.misbehave.goAway();
      appends.push(store.readAll({ after: start, limit: 10 }), store.head());
      await server.misbehave.comeBack();
    }
    await Promise.all(appends);
    for (const stream of streams) expect(await store.readStream(stream)).toHaveLength(3);
    expect(await everything(store)).toHaveLength(300);
  });
});

describe('a subscription', () => {
  it('comes back after it was dropped and after restarts, without loss or repetition', async () => {
    const { server, store } = await serverAndStore({}, { inAll: 15_000, each: 1_000 });
    const { signal } = new AbortController();
    const stream = newStream();
    const events = newEvents(300);
    const seen = firstOf(store.subscribe({ after: start, signal }), events.length, [stream]);
    for (const [index, event] of events.entries()) {
      await store.append(stream, 'any', [event]);
      if (index % 50 === 20) server.misbehave.dropSubscriptions();
      if (index % 100 === 70) await server.restart();
    }
    expect(idsOf(await seen)).toEqual(idsOf(events));
  });

  it('begins when the server comes', async () => {
    const { server, store } = await serverAndStore({}, { inAll: 500, each: 400 });
    const event = newEvent();
    await store.append('stream', 'none', [event]);
    await server.misbehave.goAway();
    const seen = firstOf(store.subscribe({ after: start, signal: new AbortController().signal }), 1, ['stream']);
    await expect(store.head()).rejects.toThrow(Unavailable);
    await server.misbehave.comeBack();
    expect(idsOf(await seen)).toEqual([event.id]);
  });

  it('misses nothing when the server finds it too slow', async () => {
    const { server, store } = await serverAndStore(
      { slowConsumer: { ms: 100, events: 32 } },
      { inAll: 20_000, each: 5_000 },
    );
    const batches = store.subscribe({ after: start, signal: new AbortController().signal })[Symbol.asyncIterator]();
    await batches.next();
    const events = Array.from({ length: 600 }, () => newEvent({ text: 'x'.repeat(50_000) }));
    for (let count = 0; count < events.length; count += 10) {
      await store.append('stream', 'any', events.slice(count, count + 10));
    }
    await vi.waitFor(() => expect(server.subscriptions()).toBe(0), { timeout: 10_000 });
    const seen: string[] = [];
    while (seen.length < events.length) seen.push(...idsOf((await batches.next()).value?.events ?? []));
    await batches.return?.();
    expect(seen).toEqual(idsOf(events));
  });

  it('is let go on the server when nobody wants it any more', async () => {
    const { server, store } = await serverAndStore();
    const abort = new AbortController();
    const aborted = firstOf(store.subscribe({ after: start, signal: abort.signal }), 1, ['stream']);
    const left = store.subscribe({ after: start, signal: new AbortController().signal })[Symbol.asyncIterator]();
    await left.next();
    await vi.waitFor(() => expect(server.subscriptions()).toBe(2));
    await left.return?.();
    await vi.waitFor(() => expect(server.subscriptions()).toBe(1));
    abort.abort();
    expect(await aborted).toEqual([]);
    await vi.waitFor(() => expect(server.subscriptions()).toBe(0));
  });
});
