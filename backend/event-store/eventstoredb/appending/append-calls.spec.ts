import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventStoreDBClient, MaxAppendSizeExceededError } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccessRefused, Busy, Unavailable } from '../../../../modules/kernel/errors.ts';
import { start } from '../../../../modules/kernel/event-store.ts';
import { selfSignedCertificate } from '../../../testing/servers/self-signed-certificate.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { idsOf, newEvent, newEvents, newStream, pagesAfter } from '../../contract/some-events.ts';
import { AppendCall } from './append-call.ts';
import { mostCalls } from './append-calls.ts';
import { appendRequestOf } from './append-wire.ts';

const { open, startServer, serverAndStore } = troubledServers();

/** Long enough for a machine with much else to do. */
const calm = { inAll: 30_000, each: 10_000 };

const appendsAlone = vi.spyOn(EventStoreDBClient.prototype, 'appendToStream');
beforeEach(() => {
  appendsAlone.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('appends', () => {
  it('go over a few calls, and each gets its own answer', async () => {
    const { server, store } = await serverAndStore({}, calm);
    const streams = Array.from({ length: 200 }, newStream);
    appendsAlone.mockClear();
    const appended = await Promise.all(
      streams.map((stream, index) => store.append(stream, 'none', newEvents(1 + (index % 3)))),
    );
    expect(appended.map(({ revision }) => revision)).toEqual(streams.map((_, index) => BigInt(index % 3)));
    for (const [index, stream] of streams.entries()) {
      expect((await store.readStream(stream)).at(-1)).toMatchObject(appended[index] ?? {});
    }
    expect(server.appendCalls()).toBeGreaterThan(1);
    expect(server.appendCalls()).toBeLessThanOrEqual(mostCalls);
    expect(appendsAlone).not.toHaveBeenCalled();
  });

  it('of one stream go over one call, however many others there are', async () => {
    const { server, store } = await serverAndStore({}, calm);
    const stream = newStream();
    for (const event of newEvents(20)) await store.append(stream, 'any', [event]);
    expect(server.appendCalls()).toBe(1);
  });

  it('leave none of their calls on a connection that was given up', async () => {
    const { server, store } = await serverAndStore({}, calm);
    const some = () => Promise.all(Array.from({ length: 100 }, () => store.append(newStream(), 'none', [newEvent()])));
    await some();
    expect(server.appendCalls()).toBe(mostCalls);
    // The client looks for another node then, and finds this one.
    server.misbehave.refuseAppends(1);
    await store.append(newStream(), 'none', [newEvent()]);
    await expect.poll(() => server.appendCalls()).toBe(1);
    await some();
    expect(server.appendCalls()).toBe(mostCalls);
  });

  it('go over a call each where the server has no call for all', async () => {
    const { store } = await serverAndStore({ batchAppend: false }, calm);
    const events = newEvents(3);
    expect(await store.append(newStream(), 'none', events)).toMatchObject({ revision: 2n });
    expect(await store.append(newStream(), 'none', events)).toMatchObject({ revision: 2n });
    expect(appendsAlone).toHaveBeenCalled();
  });

  // A server answers the first; the second is longer than a message that it reads.
  it.each([2, 20])('that are too large, of %i MiB, are refused at once, and break nobody’s call', async (size) => {
    const { server, store } = await serverAndStore({}, calm);
    await store.append(newStream(), 'none', [newEvent()]);
    appendsAlone.mockClear();
    const overTheCall = vi.spyOn(AppendCall.prototype, 'append').mockClear();
    const large = store.append(newStream(), 'none', [newEvent('x'.repeat(size * 2 ** 20))]);
    const others = Array.from({ length: 50 }, () => store.append(newStream(), 'none', [newEvent()]));
    await expect(large).rejects.toThrow(MaxAppendSizeExceededError);
    await Promise.all(others);
    expect(overTheCall).toHaveBeenCalledTimes(50);
    expect(appendsAlone).toHaveBeenCalledOnce();
    expect(server.appendCalls()).toBeLessThanOrEqual(mostCalls);
  });

  it('say who appends over TLS, and are refused to whom the server does not know', async () => {
    const tls = selfSignedCertificate();
    const server = await startServer({ tls, users: { shop: 'changeit' } });
    const certificate = join(temporaryFolder(), 'authority.pem');
    await writeFile(certificate, tls.cert);
    const address = (password: string) =>
      `esdb://shop:${password}@localhost:${server.port}?tlsCAFile=${encodeURIComponent(certificate)}`;
    const store = open(address('changeit'), calm);
    await store.append('stream', 'none', newEvents(2));
    expect(server.appendCalls()).toBe(1);
    await expect(open(address('wrong'), calm).append('stream', 1n, [newEvent()])).rejects.toThrow(AccessRefused);
    expect(await store.readStream('stream')).toHaveLength(2);
  });

  it('that are forbidden to the user are refused at once', async () => {
    const { server, store } = await serverAndStore({}, calm);
    server.misbehave.denyAppends(1);
    await expect(store.append(newStream(), 'none', [newEvent()])).rejects.toThrow(AccessRefused);
    expect(await store.append(newStream(), 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });
});

describe('an answer that comes late', () => {
  it('to a try that was given up is passed over, and the next try has its own', async () => {
    const { server, store } = await serverAndStore({}, { inAll: 20_000, each: 200 });
    const stream = newStream();
    const release = server.misbehave.holdAppendAnswers();
    const given = vi.fn();
    const append = store.append(stream, 'none', newEvents(2));
    append.then(given);
    await expect.poll(() => server.heldAnswers()).toBeGreaterThan(1);
    expect(given).not.toHaveBeenCalled();
    release();
    expect(await append).toMatchObject({ revision: 1n });
    expect(await store.readStream(stream)).toHaveLength(2);
    expect(server.appendCalls()).toBe(1);
  });

  it('over a call that broke meanwhile harms nobody, and what was under way is there once', async () => {
    const { server, store } = await serverAndStore({}, calm);
    const streams = Array.from({ length: 20 }, newStream);
    await store.append(newStream(), 'none', [newEvent()]);
    const release = server.misbehave.holdAppendAnswers();
    const appends = streams.map((stream) => store.append(stream, 'none', newEvents(2)));
    await vi.waitFor(async () => {
      for (const stream of streams) expect(await store.readStream(stream)).toHaveLength(2);
    }, 60_000);
    const open = server.appendCalls();
    expect(open).toBeGreaterThan(1);
    expect(server.misbehave.breakAppendCalls()).toBe(open);
    release();
    for (const { revision } of await Promise.all(appends)) expect(revision).toBe(1n);
    for (const stream of streams) expect(await store.readStream(stream)).toHaveLength(2);
    expect(server.appendCalls()).toBeLessThanOrEqual(mostCalls);
  });

  it('is awaited on, when it is another store’s server that went away', async () => {
    const { server, store } = await serverAndStore({}, calm);
    const other = await serverAndStore({}, { inAll: 1_000, each: 400 });
    await other.store.append(newStream(), 'none', [newEvent()]);
    const release = server.misbehave.holdAppendAnswers();
    const releaseOther = other.server.misbehave.holdAppendAnswers();
    const append = store.append('stream', 'none', [newEvent()]);
    const lost = expect(other.store.append('stream', 'none', [newEvent()])).rejects.toThrow(Unavailable);
    await vi.waitFor(async () => {
      for (const each of [store, other.store]) expect(await each.readStream('stream')).toHaveLength(1);
    }, 60_000);
    await other.server.misbehave.goAway();
    await lost;
    releaseOther();
    release();
    expect(await append).toMatchObject({ revision: 0n });
    expect(await store.readStream('stream')).toHaveLength(1);
  });
});

describe('a clock that is wrong', () => {
  it.each([
    ['10 s slow', 10_000],
    ['10 s fast', -10_000],
    ['an hour slow', 3_600_000],
  ])('by %s against that of the server loses no append', async (_, ahead) => {
    const { server, store } = await serverAndStore({ now: () => Date.now() + ahead });
    const stream = newStream();
    server.misbehave.loseAppendAnswers(1);
    expect(await store.append(stream, 'none', newEvents(2))).toMatchObject({ revision: 1n });
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('and is put %s meanwhile neither ends the wait for an answer nor makes it longer', async (_, by) => {
    const { server, store } = await serverAndStore({}, calm);
    const impatient = open(server.url, { inAll: 600, each: 500 });
    await impatient.append(newStream(), 'none', [newEvent()]);
    const release = server.misbehave.holdAppendAnswers();
    const patient = store.append(newStream(), 'none', [newEvent()]);
    const refused = expect(impatient.append(newStream(), 'none', [newEvent()])).rejects.toThrow(Unavailable);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by });
    const began = performance.now();
    await refused;
    // Of an hour, which it would be by the clock on the wall.
    expect(performance.now() - began).toBeLessThan(60_000);
    release();
    expect(await patient).toMatchObject({ revision: 0n });
  });
});

describe('a server that answers nothing', () => {
  const bytes = 2_000;
  const some = (count: number) =>
    Array.from({ length: count }, () => [newStream(), newEvent('x'.repeat(bytes))] as const);
  const [[stream, event]] = some(1) as [ReturnType<typeof some>[0]];
  const size = appendRequestOf({ stream: `inventory-${stream}`, expected: 'none', events: [event] }).length;

  it('is sent so many bytes and no more, and the rest when it answers', async () => {
    const { server } = await serverAndStore({}, calm);
    const store = open(server.url, calm, { sent: 5 * bytes, bytes: 1_000 * bytes, appends: 1_000 });
    await store.append(newStream(), 'none', [newEvent()]);
    const release = server.misbehave.holdAppendAnswers();
    const asked = some(50);
    const appends = asked.map(([stream, event]) => store.append(stream, 'none', [event]));
    const seen = async () => (await pagesAfter(store, start, 100)).flatMap(({ events }) => events.slice(1));
    await vi.waitFor(async () => expect(await seen()).not.toHaveLength(0), 60_000);
    expect((await seen()).length).toBeLessThanOrEqual(5);
    release();
    await Promise.all(appends);
    expect(idsOf(await seen()).toSorted()).toEqual(idsOf(asked.map(([, event]) => event)).toSorted());
  });

  it.each([
    ['so many', { sent: 10 * bytes, bytes: 1_000 * bytes, appends: 20 }],
    ['so many bytes', { sent: 10 * bytes, bytes: 20.5 * size, appends: 1_000 }],
  ])('lets %s wait; who comes then is told that it is busy, and nothing of theirs is kept', async (_, bounds) => {
    const { server } = await serverAndStore({}, calm);
    const store = open(server.url, calm, bounds);
    await store.append('before', 'none', [newEvent()]);
    const release = server.misbehave.holdAppendAnswers();
    const asked = some(30);
    const appends = asked.map(([stream, event]) => store.append(stream, 'none', [event]));
    for (const append of appends.slice(20)) await expect(append).rejects.toThrow(Busy);
    release();
    await Promise.all(appends.slice(0, 20));
    for (const [stream] of asked.slice(20)) expect(await store.readStream(stream)).toEqual([]);
    expect(await store.append('after', 'none', [newEvent()])).toMatchObject({ revision: 0n });
  });

  it('is never sent what was given up before its turn', async () => {
    const { server } = await serverAndStore({}, calm);
    const patience = 400;
    const bounds = { sent: bytes, bytes: 1_000 * bytes, appends: 10 };
    const store = open(server.url, { inAll: patience, each: patience }, bounds);
    await store.append('before', 'none', [newEvent()]);
    const release = server.misbehave.holdAppendAnswers();
    const [[first, event], [second, later]] = some(2) as [ReturnType<typeof some>[0], ReturnType<typeof some>[0]];
    const appends = [store.append(first, 'none', [event]), store.append(second, 'none', [later])];
    // The time of both is up when it is looked at: of the second a moment later, its turn would have come before that.
    await nextTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, patience + 10);
    for (const append of appends) await expect(append).rejects.toThrow(Unavailable);
    release();
    expect(await store.append('after', 'none', [newEvent()])).toMatchObject({ revision: 0n });
    expect(await store.readStream(second)).toEqual([]);
  });
});
