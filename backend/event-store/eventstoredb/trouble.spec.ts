import { once } from 'node:events';
import { createServer } from 'node:net';
import { EventStoreDBClient } from '@eventstore/db-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AccessRefused, Unavailable, WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { inTurn } from '../../testing/as-often.ts';
import { ownTime } from '../../testing/own-time.ts';
import { troubledServers } from '../../testing/troubled-servers.ts';
import { idsOf, newEvent, newEvents, newStream, pagesAfter } from '../contract/some-events.ts';

const { open, startServer, serverAndStore } = troubledServers();

/** Over one call for all, and over a call each: what a server does that does not have the other. */
const ways = [
  { by: 'BatchAppend', batchAppend: true, place: 0 },
  { by: 'Append', batchAppend: false, place: 1 },
];

async function everything(store: EventStore): Promise<StoredEvent[]> {
  return (await pagesAfter(store, start, 1_000)).flatMap(({ events }) => events);
}

/** What a server may do to an append that it has written all the same. */
const mishaps = {
  'whose answer is lost': 'loseAppendAnswers',
  'that is said to have timed out': 'timeOutAppends',
} as const;

describe.each(ways)('an append by $by', ({ batchAppend, place }) => {
  it.each(
    Object.entries(mishaps).flatMap(([what, mishap], at) =>
      inTurn(['none', 'any', 2n] as const, place + at).map((expected) => ({ what, mishap, expected })),
    ),
  )('$what is there once, when it expects $expected', async ({ mishap, expected }) => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    if (expected === 2n) await store.append(stream, 'none', newEvents(3));
    const events = newEvents(2);
    server.misbehave[mishap](2);
    const appended = await store.append(stream, expected, events);
    const stored = (await store.readStream(stream)).slice(-2);
    expect(idsOf(stored)).toEqual(idsOf(events));
    expect(stored.at(-1)).toMatchObject(appended);
    expect(await everything(store)).toHaveLength(expected === 2n ? 5 : 2);
  });
});

describe.each(ways)('an append whose answer is lost, by $by', ({ batchAppend }) => {
  it('is there once, when any revision will do and the server has forgotten it', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    const events = newEvents(2);
    server.misbehave.loseAppendAnswers(1);
    const appended = store.append(stream, 'any', events);
    await expect.poll(() => store.readStream(stream)).toHaveLength(2);
    server.misbehave.forgetEventIds();
    expect(await appended).toMatchObject({ revision: 1n });
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it('is there once, when it begins a deleted stream again', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    await store.append(stream, 'none', newEvents(3));
    await store.deleteStream(stream);
    server.misbehave.loseAppendAnswers(1);
    expect(await store.append(stream, 'none', newEvents(2))).toMatchObject({ revision: 4n });
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it('is there once, when it put a record that another was put in the place of since', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const others = open(server.url);
    const key = newStream();
    const first = await store.records.put(key, 'one', 'none');
    server.misbehave.loseAppendAnswers(1);
    const second = store.records.put(key, 'two', first);
    await expect.poll(() => others.records.get(key)).toEqual({ value: 'two', version: first + 1n });
    await others.records.put(key, 'three', first + 1n);
    expect(await second).toBe(first + 1n);
    expect(await store.records.get(key)).toEqual({ value: 'three', version: first + 2n });
  });

  it('is told to be there, when it put a record and only how many are kept could not be said again', async () => {
    const { server, store } = await serverAndStore({ batchAppend }, { inAll: 60_000, each: 60_000 });
    const key = newStream();
    let version = await store.records.put(key, 'first', 'none');
    while (version < 49n) version = await store.records.put(key, 'next', version);
    const release = server.misbehave.holdAppendAnswers();
    const put = store.records.put(key, 'fiftieth', version);
    await expect.poll(() => server.heldAnswers()).toBeGreaterThan(0);
    server.misbehave.denyAppends(1);
    release();
    expect(await put).toBe(50n);
    expect((await store.records.get(key))?.value).toBe('fiftieth');
  });

  it('is there once, when its stream was deleted since', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const [stream, events] = [newStream(), newEvents(2)];
    server.misbehave.loseAppendAnswers(1);
    const appended = store.append(stream, 'none', events);
    await expect.poll(() => store.readStream(stream)).toHaveLength(2);
    const [, last] = await everything(store);
    await open(server.url).deleteStream(stream);
    const { revision, position } = await appended;
    expect(revision).toBe(1n);
    // Nobody can tell it any more: it is the end of the log, behind which it is not.
    expect(position).toBeGreaterThan(last?.position ?? position);
    expect(idsOf(await everything(store))).toEqual(idsOf(events));
  });

  it('is still refused when it was somebody else who wrote', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    server.misbehave.refuseAppends(1);
    const refused = store.append(stream, 'none', [newEvent()]);
    const expectation = expect(refused).rejects.toThrow(WrongExpectedRevision);
    await open(server.url).append(stream, 'none', [newEvent()]);
    await expectation;
    expect(await store.readStream(stream)).toHaveLength(1);
  });
});

describe.each(ways)('an append whose answer is late, by $by', ({ batchAppend }) => {
  it('is unavailable in the end, and a repetition finds it', async () => {
    const { server, store, patient } = await serverAndStore({ batchAppend }, { inAll: 1_000, each: 200 });
    const stream = newStream();
    const events = newEvents(2);
    server.misbehave.delayAppendAnswers(3_000);
    await expect(store.append(stream, 'none', events)).rejects.toThrow(Unavailable);
    server.misbehave.behave();
    expect(await patient.append(stream, 'none', events)).toMatchObject({ revision: 1n });
    expect(await patient.readStream(stream)).toHaveLength(2);
  });
});

describe.each(ways)('an append that is not taken, by $by', ({ batchAppend }) => {
  it('is tried again', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    server.misbehave.refuseAppends(2);
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });

  it('goes to the node that leads', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    server.misbehave.answerNotLeader();
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });

  it('holds up those behind it in its stream, who keep their order, and no others', async () => {
    const { server, store } = await serverAndStore({ batchAppend });
    const stream = newStream();
    server.misbehave.loseAppendAnswers(1);
    const events = newEvents(5);
    const appends = events.map((event, index) =>
      store.append(stream, index === 0 ? 'none' : BigInt(index - 1), [event]),
    );
    await vi.waitFor(async () => expect(await store.readStream(stream)).toHaveLength(1), 60_000);
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
    expect(await store.readStream(stream)).toHaveLength(1);
    await Promise.all(appends);
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
  });
});

const deletions = {
  'of a stream': {
    put: (store: EventStore, name: string) => store.append(name, 'any', [newEvent()]),
    remove: (store: EventStore, name: string) => store.deleteStream(name),
    isThere: async (store: EventStore, name: string) => (await store.readStream(name)).length > 0,
  },
  'of a record': {
    put: (store: EventStore, name: string) => store.records.put(name, 'what is kept', 'any'),
    remove: (store: EventStore, name: string) => store.records.delete(name),
    isThere: async (store: EventStore, name: string) => (await store.records.get(name)) !== undefined,
  },
  'of a record as it was read': {
    put: (store: EventStore, name: string) => store.records.put(name, 'what is kept', 'any'),
    remove: async ({ records }: EventStore, name: string) => records.delete(name, (await records.get(name))?.version),
    isThere: async (store: EventStore, name: string) => (await store.records.get(name)) !== undefined,
  },
};

describe.each(Object.entries(deletions))('a deletion %s', (_, { put, remove, isThere }) => {
  const there = async () => {
    const opened = await serverAndStore();
    const name = newStream();
    await put(opened.store, name);
    return { ...opened, name };
  };

  it.each(Object.entries(mishaps))('%s has taken it away once it is tried again', async (_, mishap) => {
    const { server, store, name } = await there();
    server.misbehave[mishap](2);
    await remove(store, name);
    expect(await isThere(store, name)).toBe(false);
    await put(store, name);
    expect(await isThere(store, name)).toBe(true);
  });

  it('that is not taken is tried again, at the node that leads', async () => {
    const { server, store, name } = await there();
    server.misbehave.refuseAppends(2);
    await remove(store, name);
    expect(await isThere(store, name)).toBe(false);
    await put(store, name);
    server.misbehave.answerNotLeader();
    await remove(store, name);
    expect(await isThere(store, name)).toBe(false);
  });

  it('that is forbidden is refused at once, and takes nothing away', async () => {
    const { server, store, name } = await there();
    server.misbehave.denyAppends(1);
    await expect(remove(store, name)).rejects.toThrow(AccessRefused);
    expect(await isThere(store, name)).toBe(true);
  });

  it('whose answer is late is unavailable in the end, and a repetition is well', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 1_000, each: 200 });
    const name = newStream();
    await put(patient, name);
    server.misbehave.delayAppendAnswers(3_000);
    await expect(remove(store, name)).rejects.toThrow(Unavailable);
    server.misbehave.behave();
    await remove(patient, name);
    expect(await isThere(patient, name)).toBe(false);
  });
});

it('a deletion of a record as it was read, whose answer is lost, leaves what others have put there since', async () => {
  const { server, store } = await serverAndStore();
  const others = open(server.url);
  const key = newStream();
  const version = await store.records.put(key, 'one', 'none');
  server.misbehave.loseAppendAnswers(1);
  const deleted = store.records.delete(key, version).catch((reason: unknown) => reason);
  await expect.poll(() => others.records.get(key)).toBeUndefined();
  await others.records.put(key, 'two', 'none');
  expect(await deleted).toBeInstanceOf(WrongExpectedRevision);
  expect(await store.records.get(key)).toMatchObject({ value: 'two' });
});

describe('a long stream', () => {
  it('is read to its end however long that takes, while the server is not silent', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 1_000, each: 500 });
    const stream = newStream();
    const events = newEvents(20);
    await patient.append(stream, 'none', events);
    server.misbehave.paceReads(100);
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
    expect(idsOf(await store.readStream(stream, { from: 3n, limit: 12 }))).toEqual(idsOf(events.slice(3, 15)));
  });

  it('is read on where it was broken off', async () => {
    const { server, store } = await serverAndStore({}, { inAll: 10_000, each: 2_000 });
    const stream = newStream();
    const events = newEvents(12);
    await store.append(stream, 'none', events);
    const asked = vi.spyOn(EventStoreDBClient.prototype, 'readStream');
    server.misbehave.breakRead(5);
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
    expect(asked.mock.calls.map(([, options]) => options?.fromRevision)).toEqual([0n, 5n]);
  });

  it('is read once, where a try that was given up goes on beside the next one', async () => {
    const each = 1_000;
    const { server, store, patient } = await serverAndStore({}, { inAll: 2 * each + 900, each });
    const stream = newStream();
    const events = newEvents(12);
    await patient.append(stream, 'none', events);
    server.asked.forget();
    const asked = (tries: number) =>
      expect.poll(() => server.asked.reads.length, { interval: 2, timeout: 10_000 }).toBeGreaterThanOrEqual(tries);
    server.misbehave.paceReads(1.2 * each);
    const read = store.readStream(stream);
    await asked(2);
    server.misbehave.paceReads(60); // Of the next one: what waits for its next event waits on.
    await asked(3);
    // It has less time left than a server may be silent for: it hears something, and then nothing for longer than that.
    server.misbehave.paceReads(0.75 * each);
    await asked(4);
    server.misbehave.paceReads(20);
    expect(idsOf(await read)).toEqual(idsOf(events));
  });

  it('is unavailable once the server falls silent in the middle', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 600, each: 200 });
    const stream = newStream();
    await patient.append(stream, 'none', newEvents(3));
    server.misbehave.paceReads(60_000);
    await expect(store.readStream(stream)).rejects.toThrow(Unavailable);
    server.misbehave.behave();
    expect(await patient.readStream(stream)).toHaveLength(3);
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
    const took = ownTime();
    await Promise.all(
      Object.entries(calls).map(([name, call]) => expect(call(store), name).rejects.toThrow(Unavailable)),
    );
    expect(took()).toBeLessThan(within);
  }

  it('makes every call unavailable within its patience, and comes back', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 1_000, each: 400 });
    await patient.append(newStream(), 'none', [newEvent()]);
    await server.misbehave.goAway();
    await expectUnavailable(store, 4_000);
    await server.misbehave.comeBack();
    for (const call of Object.values(calls)) await vi.waitFor(() => call(store), { timeout: 60_000 });
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
    const server = await startServer();
    const store = open(server[how], { inAll: 120_000, each: 1_000 });
    const streams = Array.from({ length: 30 }, newStream);
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
    expect(await everything(store)).toHaveLength(90);
  });
});
