import { EventStoreDBClient } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedStream } from '../../../modules/kernel/errors.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { storedEvents } from '../../../modules/kernel/stored-events.ts';
import { type EventStoreDouble, startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { markOf, standingAt } from '../../feed/provenance/log-mark.ts';
import { newEvent } from '../../testing/counters.ts';
import { openEventStoreDB } from '../eventstoredb.ts';
import { versionedEventStore } from '../versioned.ts';

const prefix = 'inventory-';
const stream = 'counter-cut';
const hour = 3_600_000;
const declared = storedEvents({ Counted: { version: 1 } });
const counted = (count: number) => Array.from({ length: count }, () => newEvent({ type: 'Counted', data: {} }));

describe('a stream of which somebody has said on the server that it is not kept from its beginning', () => {
  let server: EventStoreDouble;
  let operator: EventStoreDBClient;
  let plain: EventStore;
  let store: EventStore;
  /** The server's clock, in milliseconds. It is slow: the operator's client names times by which it wants to be answered. */
  let now: number;

  beforeEach(async () => {
    now = Date.now() - 2 * hour;
    server = await startEventStoreDouble({ now: () => now });
    operator = EventStoreDBClient.connectionString(server.url);
    plain = openEventStoreDB({ address: server.url, prefix });
    store = versionedEventStore(plain, declared);
    await store.append(stream, 'none', counted(3));
    now += hour;
    await store.append(stream, 2n, counted(3));
  });

  afterEach(async () => {
    await operator.dispose();
    await store.close();
    await server.stop();
  });

  const said = [
    ['so many', { maxCount: 2 }, 4],
    ['what is from then on', { truncateBefore: 5 }, 5],
    ['what is so new', { maxAge: 60 }, 3],
  ] as const;

  it.each(said)('is not decided on by %s, until it is whole again', async (_, metadata, first) => {
    await operator.setStreamMetadata(prefix + stream, metadata);
    await expect(store.readStream(stream)).rejects.toThrow(DamagedStream);
    await expect(store.readStream(stream)).rejects.toThrow(
      `${stream} cannot be read: What came before revision ${first} of it is gone.`,
    );
    await expect(store.readStream(stream, { from: 1n, limit: 1 })).rejects.toThrow(DamagedStream);
    expect(await store.readStream(stream, { from: BigInt(first) })).toHaveLength(6 - first);
    expect(await store.readStream(stream, { whole: false })).toHaveLength(6 - first);
    expect((await store.readAll({ after: start, limit: 10 })).events).toHaveLength(6);
    await operator.setStreamMetadata(prefix + stream, {});
    expect(await store.readStream(stream)).toHaveLength(6);
  });

  it('is no sign that the log was put back where it is deleted, as it is where the log lacks what was in it', async () => {
    const putBack = server.backUp();
    const { position } = await store.append('counter-deleted', 'none', counted(1));
    const [last] = await store.readStream('counter-deleted');
    if (!last) throw new Error('It has no last event.');
    await operator.deleteStream(`${prefix}counter-deleted`);
    expect(await store.readStream('counter-deleted')).toEqual([]);
    expect(await standingAt(markOf(last), store)).toBe('it');
    await server.misbehave.goAway();
    putBack();
    await server.misbehave.comeBack();
    expect(await standingAt(markOf(last), store)).toBe('nothing');
    while ((await store.head()) <= position) await store.append(stream, 'any', counted(1));
    expect(await standingAt(markOf(last), store)).toBe('nothing');
  });

  it.each([
    ['what is from then on', { truncateBefore: 7 }],
    ['what is so new', { maxAge: 60 }],
  ])('is no stream that has not begun where nothing is left of it but %s', async (_, metadata) => {
    const [last] = await store.readStream(stream, { from: 5n });
    if (!last) throw new Error('It has no last event.');
    now += hour;
    await operator.setStreamMetadata(prefix + stream, metadata);
    await expect(store.readStream(stream)).rejects.toThrow(`${stream} cannot be read: All that is in it is gone.`);
    expect(await store.readStream(stream, { from: 6n })).toEqual([]);
    // Nor does it keep anybody from indexing and showing what else has happened.
    expect(await plain.readStream(stream)).toEqual([]);
    // Nor was the log put back to before what is gone.
    expect(await standingAt(markOf(last), store)).toBe('it');
    await operator.setStreamMetadata(prefix + stream, {});
    expect(await store.readStream(stream)).toHaveLength(6);
  });
});
