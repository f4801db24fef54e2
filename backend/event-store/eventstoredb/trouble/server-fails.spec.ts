import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../../modules/kernel/errors.ts';
import { type EventStore, start } from '../../../../modules/kernel/event-store.ts';
import { troubledServers } from '../../../testing/servers/troubled-servers.ts';
import { idsOf, newEvent, newEvents, newStream } from '../../contract/some-events.ts';

const { serverAndStore } = troubledServers();

const stream = newStream();
const append = (store: EventStore) => store.append(newStream(), 'none', [newEvent()]);

const calls: Record<string, { call: (store: EventStore) => Promise<unknown>; batchAppend?: boolean }> = {
  'the reading of a stream': { call: (store) => store.readStream(stream) },
  'the reading of the log': { call: (store) => store.readAll({ after: start, limit: 10 }) },
  'looking for the end of the log': { call: (store) => store.head() },
  'an append by BatchAppend': { call: append },
  'an append by Append': { call: append, batchAppend: false },
  'the deletion of a stream': { call: (store) => store.deleteStream(stream) },
  'the reading of a record': { call: (store) => store.records.get('key') },
  'the writing of a record': { call: (store) => store.records.put('key', 'value', 'any') },
  'a replay': {
    call: async (store) => {
      for await (const { caughtUp } of store.replay?.({ after: start, types: ['ThingHappened'] }) ?? [])
        if (caughtUp) return;
    },
  },
};

describe('a server that fails at a call for a reason of its own', () => {
  it.each(Object.entries(calls))(
    'has %s tried again, for as long as patience lasts',
    async (_, { call, batchAppend }) => {
      const { server, store, patient } = await serverAndStore({ batchAppend }, { inAll: 600, each: 300 });
      await patient.append(stream, 'none', newEvents(3));
      server.misbehave.failCalls(2);
      await call(patient);
      server.misbehave.failCalls(Number.POSITIVE_INFINITY);
      await expect(call(store)).rejects.toThrow(Unavailable);
    },
  );

  it('is unavailable to whoever follows the log, who goes on from where they were', async () => {
    const { server, store } = await serverAndStore();
    const events = newEvents(3);
    await store.append(stream, 'none', events);
    const { signal } = new AbortController();
    const following = () => store.subscribe({ after: start, signal })[Symbol.asyncIterator]();
    server.misbehave.failCalls(1);
    const failed = following().next();
    await expect(failed).rejects.toThrow(Unavailable);
    await expect(failed).rejects.toThrow('EventStoreDB has failed: 2 UNKNOWN');
    expect(idsOf((await following().next()).value?.events ?? [])).toEqual(idsOf(events));
  });
});
