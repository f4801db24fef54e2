import { describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { start } from '../../../../modules/kernel/event-store.ts';
import { pause } from '../../../runtime/time/pause.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { firstOf, idsOf, newEvent, newEvents, newStream, nextOf } from '../../contract/some-events.ts';

vi.mock('../../../runtime/time/pause.ts', { spy: true });

const { serverAndStore } = troubledServers();

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

  it('hands on at once what comes now and then, and waits a moment for more when much comes', async () => {
    const { store } = await serverAndStore({}, { inAll: 15_000, each: 5_000 });
    const batches: number[] = [];
    const seen = async (count: number) => {
      await vi.waitFor(() => expect(batches.reduce((sum, size) => sum + size, 0)).toBe(count), { timeout: 30_000 });
    };
    const stop = new AbortController();
    const following = (async () => {
      for await (const { events } of store.subscribe({ after: start, signal: stop.signal }))
        batches.push(events.length);
    })();
    await vi.waitFor(() => expect(batches).toEqual([0]), 60_000);
    vi.mocked(pause).mockClear();
    for (let n = 1; n <= 10; n++) {
      await store.append('one', 'any', [newEvent()]);
      await seen(n);
    }
    expect(pause).not.toHaveBeenCalled();
    const many = Array.from({ length: 200 }, (_, n) => store.append(`many-${n}`, 'none', newEvents(2)));
    await Promise.all(many);
    await seen(410);
    expect(pause).toHaveBeenCalled();
    stop.abort();
    await following;
  });

  it('goes on where it was, also where the event that stood there has been scavenged since', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 15_000, each: 5_000 });
    const [first, hidden, next] = [newEvent(), newEvent(), newEvent()];
    await store.append('kept', 'none', [first]);
    // Records are events that the shop's feed never sees, and of which all but the last go with a scavenge.
    const version = await store.records.put('record', 'one', 'none');
    const later = await store.records.put('record', 'two', version);
    const recorded = await store.head();
    await store.append('hidden', 'none', [hidden]);
    await store.records.put('record', 'three', later);
    await store.append('kept', 0n, [next]);
    await server.misbehave.scavenge();
    await vi.waitFor(() => store.head(), { timeout: 30_000 });
    const { events } = await patient.readAll({ after: recorded, limit: 10 });
    expect(idsOf(events)).toEqual(idsOf([hidden, next]));
    const { signal } = new AbortController();
    const seen = firstOf(store.subscribe({ after: recorded, signal }), 2, ['hidden', 'kept']);
    expect(idsOf(await seen)).toEqual(idsOf([hidden, next]));
  });

  it('misses nothing where a later server says that it has looked up to where the next event comes to stand', async () => {
    const { server, store } = await serverAndStore({ like: '25.0' }, { inAll: 15_000, each: 5_000 });
    const began = await store.head();
    // It says so where what there was to read at a time ended with the log: of so many events once.
    for (const [index, event] of newEvents(70).entries()) {
      let known: bigint | undefined;
      for await (const batch of store.subscribe({ after: began, signal: new AbortController().signal })) {
        const come = batch.events.find(({ id }) => id === event.id);
        if (come) {
          expect(come.position).toBeGreaterThan(known ?? come.position);
          break;
        }
        if (!batch.caughtUp || known !== undefined) continue;
        known = batch.position;
        await store.append('stream', 'any', [event]);
      }
      const { events } = await store.readAll({ after: known ?? began, limit: 10 });
      expect(idsOf(events)).toEqual([event.id]);
      if (index === 40) server.writeForOthers(2_500);
    }
  });

  it('begins when the server comes', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 500, each: 400 });
    const event = newEvent();
    await patient.append('stream', 'none', [event]);
    await server.misbehave.goAway();
    const seen = firstOf(store.subscribe({ after: start, signal: new AbortController().signal }), 1, ['stream']);
    await expect(store.head()).rejects.toThrow(Unavailable);
    await server.misbehave.comeBack();
    expect(idsOf(await seen)).toEqual([event.id]);
  });

  it('is opened within a second or so of the server coming back, however long that was away', async () => {
    const { server, store } = await serverAndStore();
    const stream = newStream();
    const seen = firstOf(store.subscribe({ after: start, signal: new AbortController().signal }), 1, [stream]);
    await expect.poll(() => server.subscriptions()).toBe(1);
    await server.misbehave.goAway();
    vi.mocked(pause).mockClear();
    await vi.waitFor(() => expect(vi.mocked(pause).mock.calls.length).toBeGreaterThanOrEqual(8), { timeout: 60_000 });
    expect(Math.max(...vi.mocked(pause).mock.calls.map(([milliseconds]) => milliseconds))).toBeLessThanOrEqual(1_000);
    await server.misbehave.comeBack();
    const event = newEvent();
    await vi.waitFor(() => store.append(stream, 'any', [event]), { timeout: 30_000 });
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
    await vi.waitFor(() => expect(server.subscriptions()).toBe(0), { timeout: 60_000 });
    const seen: string[] = [];
    while (seen.length < events.length) seen.push(...idsOf(await nextOf(batches)));
    await batches.return?.();
    expect(seen).toEqual(idsOf(events));
  });

  it('goes on without a back-off when more came at a time than the server keeps for it', async () => {
    // No answer is lost here: an append that took longer would be tried again, and that is a back-off, too.
    const { server, store } = await serverAndStore({}, { inAll: 60_000, each: 60_000 });
    const stream = newStream();
    server.asked.forget();
    const batches = store.subscribe({ after: start, signal: new AbortController().signal })[Symbol.asyncIterator]();
    await batches.next();
    vi.mocked(pause).mockClear();
    const [appended, seen]: [string[], string[]] = [[], []];
    for (let round = 0; round < 10; round += 1) {
      const events = newEvents(200);
      await store.append(stream, 'any', events);
      appended.push(...idsOf(events));
      while (seen.length < appended.length) seen.push(...idsOf(await nextOf(batches)));
    }
    await batches.return?.();
    expect(seen).toEqual(appended);
    expect(server.asked.subscriptions.length).toBeGreaterThan(5);
    // For more to come it may have waited, but not for as long.
    const waits = vi.mocked(pause).mock.calls.map(([milliseconds]) => milliseconds);
    expect(Math.max(0, ...waits)).toBeLessThan(20);
  });

  it('is not opened again in a busy loop when it is dropped before it brought anything', async () => {
    const { server, store } = await serverAndStore();
    // The page that was read before is a subscription, too.
    await expect.poll(() => server.subscriptions()).toBe(0);
    vi.mocked(pause).mockClear();
    const all = firstOf(store.subscribe({ after: start, signal: new AbortController().signal }), 1, ['never']);
    for (let drops = 0; drops < 4; drops += server.misbehave.dropSubscriptions()) await new Promise(setImmediate);
    await vi.waitFor(() => expect(pause).toHaveBeenCalledTimes(4), { timeout: 60_000 });
    await store.close();
    expect(await all).toEqual([]);
  });

  it('is let go on the server when nobody wants it any more', async () => {
    const { server, store } = await serverAndStore();
    const abort = new AbortController();
    const aborted = firstOf(store.subscribe({ after: start, signal: abort.signal }), 1, ['stream']);
    const left = store.subscribe({ after: start, signal: new AbortController().signal })[Symbol.asyncIterator]();
    await left.next();
    await expect.poll(() => server.subscriptions()).toBe(2);
    await left.return?.();
    await expect.poll(() => server.subscriptions()).toBe(1);
    abort.abort();
    expect(await aborted).toEqual([]);
    await expect.poll(() => server.subscriptions()).toBe(0);
  });
});
