import { EventStoreDBClient, type JSONEventType, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach } from 'vitest';
import { type EventStoreDouble, type EventStoreDoubleOptions, startEventStoreDouble } from './event-store-double.ts';

/**
 * A fresh double and the real client connected to it, for each test of a spec. Both are gone after the test, with
 * every further client that the test connects.
 */
export function freshDouble(options: EventStoreDoubleOptions = {}) {
  let double: EventStoreDouble | undefined;
  let clients: EventStoreDBClient[] = [];

  const running = () => {
    if (!double) throw new Error('The double runs only inside a test.');
    return double;
  };
  const connect = (url = running().url) => {
    const client = EventStoreDBClient.connectionString(url);
    clients.push(client);
    return client;
  };

  beforeEach(async () => {
    double = await startEventStoreDouble(options);
    connect();
  });
  afterEach(async () => {
    await Promise.all(clients.map((client) => client.dispose()));
    clients = [];
    await double?.stop();
  });

  return {
    get double() {
      return running();
    },
    get client() {
      const [first] = clients;
      if (!first) throw new Error('The client is connected only inside a test.');
      return first;
    },
    connect,
  };
}

export type Numbered = JSONEventType<'Numbered', { n: number }>;

/** Events that can be told apart by their number, from one number up to and with another. */
export const numbered = (from: number, to = from) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    jsonEvent<Numbered>({ type: 'Numbered', data: { n: from + index } }),
  );

/** Takes so many items of an iterable and leaves it open. */
export async function take<T>(source: AsyncIterable<T>, count: number): Promise<T[]> {
  const iterator = source[Symbol.asyncIterator]();
  const taken: T[] = [];
  while (taken.length < count) {
    const { value, done } = await iterator.next();
    if (done) throw new Error(`It ended after ${taken.length} of ${count}.`);
    taken.push(value);
  }
  return taken;
}

/** Everything of a read that ends by itself. */
export async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

/** The number of a read event that is one of ours. */
export function numberOf({ event }: { event?: { data: unknown } } = {}): number | undefined {
  const data = event?.data;
  const isNumbered = typeof data === 'object' && data !== null && 'n' in data && typeof data.n === 'number';
  return isNumbered ? Number(data.n) : undefined;
}
