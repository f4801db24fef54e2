import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { type EventStoreDouble, startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { firstOf, idsOf, newEvent, newEvents, pagesAfter } from '../contract/some-events.ts';
import { openEventStoreDB } from '../eventstoredb.ts';

/** 2^53 is the first whole number after which a JavaScript number misses some. */
const firstPosition = 2n ** 53n + 1n;

let server: EventStoreDouble;
let store: EventStore;

beforeEach(async () => {
  server = await startEventStoreDouble({ firstPosition });
  store = openEventStoreDB({ address: server.url });
});

afterEach(async () => {
  await store.close();
  await server.stop();
});

describe('a server that is not only the shop’s', () => {
  let other: EventStoreDBClient;

  beforeEach(() => {
    other = EventStoreDBClient.connectionString(server.url);
  });

  afterEach(() => other.dispose());

  const somethingElse = () => other.appendToStream('other', [jsonEvent({ type: 'SomethingElse', data: {} })]);

  it('shows the shop its own events, and neither the server’s nor those of others', async () => {
    const events = newEvents(6);
    for (const [index, event] of events.entries()) {
      await store.append('mine', index === 0 ? 'none' : BigInt(index - 1), [event]);
      server.writeSystemEvents(20);
      await somethingElse();
    }
    const pages = await pagesAfter(store, start, 2);
    expect(idsOf(pages.flatMap((page) => page.events))).toEqual(idsOf(events));
    const { signal } = new AbortController();
    expect(idsOf(await firstOf(store.subscribe({ after: start, signal }), 6, ['mine', 'other']))).toEqual(
      idsOf(events),
    );
  });

  it('has its head at the last event of the shop', async () => {
    const { position } = await store.append('mine', 'none', newEvents(2));
    server.writeSystemEvents(100);
    await somethingElse();
    expect(await store.head()).toBe(position);
  });

  it('has its head at the start while the shop has written nothing', async () => {
    server.writeSystemEvents(10);
    expect(await store.head()).toBe(start);
  });

  it('does not let the shop read a stream of somebody else as its own', async () => {
    await somethingElse();
    await expect(store.readStream('other')).rejects.toThrow(/not the shop's/);
  });

  it('has nothing in a stream that an operator has ended for ever', async () => {
    await store.append('mine', 'none', [newEvent()]);
    await other.tombstoneStream('mine');
    expect(await store.readStream('mine')).toEqual([]);
    await store.deleteStream('mine');
  });
});

describe('positions beyond what a number can hold', () => {
  it('stay exact', async () => {
    const appended = [];
    for (let revision = 0; revision < 4; revision += 1) {
      appended.push(await store.append('mine', 'any', [newEvent({ text: 'x'.repeat(revision) })]));
    }
    const stored = await store.readStream('mine');
    expect(stored.map(({ revision, position }) => ({ revision, position }))).toEqual(appended);
    for (const { position } of appended) expect(position).toBeGreaterThan(firstPosition);
    // No JavaScript number beyond 2^53 is odd.
    expect(appended.some(({ position }) => position % 2n === 1n)).toBe(true);
    const [, second] = appended;
    const rest = await store.readAll({ after: second?.position ?? start, limit: 10 });
    expect(rest.events).toEqual(stored.slice(2));
  });
});

describe('a process that has closed its store', () => {
  it('ends by itself', async () => {
    const script = `
      import { openEventStoreDB } from '${new URL('../eventstoredb.ts', import.meta.url)}';
      const store = openEventStoreDB({ address: '${server.url}' });
      const batches = store.subscribe({ after: 0n, signal: new AbortController().signal })[Symbol.asyncIterator]();
      await batches.next();
      await store.head();
      await store.close();
      console.log('closed');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const output: string[] = [];
    child.stdout.on('data', (chunk) => output.push(String(chunk)));
    const [code] = await once(child, 'close');
    expect(output.join('')).toBe('closed\n');
    expect(code).toBe(0);
  });
});
