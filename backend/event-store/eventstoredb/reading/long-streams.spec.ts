import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { thoroughly } from '../../../testing/thoroughly.ts';
import { idsOf, newEvents, newStream } from '../../contract/some-events.ts';

const { serverAndStore } = troubledServers(afterAll);

// Side by side: they wait for longer than they work.
describe.concurrent('a long stream', () => {
  it('is read to its end however long that takes, while the server is not silent', async () => {
    const { server, store, patient } = await serverAndStore({}, { inAll: 1_000, each: 500 });
    const stream = newStream();
    const events = newEvents(20);
    await patient.append(stream, 'none', events);
    server.misbehave.paceReads(100);
    expect(idsOf(await store.readStream(stream))).toEqual(idsOf(events));
    expect(idsOf(await store.readStream(stream, { from: 3n, limit: 12 }))).toEqual(idsOf(events.slice(3, 15)));
  });

  thoroughly('is read once, where a try that was given up goes on beside the next one', async ({ expect }) => {
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

describe('a long stream', () => {
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
});
