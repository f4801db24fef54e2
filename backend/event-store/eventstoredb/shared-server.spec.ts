import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';
import { all } from '../../doubles/eventstoredb/double-fixture.ts';
import { type EventStoreDouble, startEventStoreDouble } from '../../doubles/eventstoredb/event-store-double.ts';
import { ownTime } from '../../testing/measuring/own-time.ts';
import { thoroughly } from '../../testing/thoroughly.ts';
import { firstOf, idsOf, newEvent, newEvents, pagesAfter } from '../contract/some-events.ts';
import { openEventStoreDB } from '../eventstoredb.ts';
import { wholeEvent } from '../whole-event.ts';

/** 2^53 is the first whole number after which a JavaScript number misses some. */
const firstPosition = 2n ** 53n + 1n;

const prefix = 'inventory-';

/** What anybody sees of the log from a position on, and of a stream. */
const readAll = async (
  client: EventStoreDBClient,
  from: EventStoreDouble['asked']['subscriptions'][number] = start,
) => {
  if (typeof from === 'string') throw new Error(`It was read from the ${from} of the log.`);
  const fromPosition = { commit: from, prepare: from };
  return (await all(client.readAll({ fromPosition }))).map(({ event }) => event).filter((event) => event !== undefined);
};
const readStream = (client: EventStoreDBClient, stream: string) => all(client.readStream(stream));

let server: EventStoreDouble;
let store: EventStore;

beforeEach(async () => {
  server = await startEventStoreDouble({ firstPosition });
  store = openEventStoreDB({ address: server.url, prefix });
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

  it('has its head at its very end, whoever wrote there, where nothing of the shop is left', async () => {
    await store.append('mine', 'none', newEvents(2));
    await somethingElse();
    const { position } = await somethingElse();
    expect(await store.head()).toBe(position?.commit);
    const at = await store.head();
    expect(await store.readAll({ after: at, limit: 10 })).toEqual({ events: [], position: at, caughtUp: true });
  });

  it('has records again where an earlier release said of one that was deleted how much is kept of it', async () => {
    await store.records.put('record', 'one', 'none');
    await store.records.delete('record');
    await other.setStreamMetadata('beside:inventory-record', { maxCount: 1 });
    await store.records.put('record', 'again', 'none');
    expect((await store.records.get('record'))?.value).toBe('again');
  });

  it.each(['', '&throwOnAppendFailure=false'])(
    'keeps one of a record of whose stream an operator has said who may read it, at an address with "%s"',
    async (said) => {
      const byOperator = { acl: { readRoles: ['shop'], writeRoles: ['shop'] }, owner: 'shop' };
      await other.setStreamMetadata('beside:inventory-record', byOperator);
      const later = openEventStoreDB({ address: server.url + said, prefix });
      await later.records.put('record', 'one', 'none');
      await later.close();
      const { metadata } = await other.getStreamMetadata('beside:inventory-record');
      expect(metadata).toEqual({ ...byOperator, maxCount: 1 });
    },
  );

  it('is searched for records from where the shop began, however much there was before', async () => {
    server.writeForOthers(5_000);
    await store.records.put('reactor-a', '1', 'none');
    await store.append('mine', 'none', newEvents(1));
    const later = openEventStoreDB({ address: server.url, prefix });
    server.asked.forget();
    expect(await Array.fromAsync(later.records.keys('reactor-'))).toEqual(['reactor-a']);
    await later.close();
    const behind = await readAll(other, server.asked.subscriptions[0]);
    expect(behind.map(({ streamId }) => streamId)).not.toContain('other');
    expect(behind[0]?.streamId).toBe(`${prefix}beginning`);
  });

  it('is begun to be read where the shop began to write, however much there was before', async () => {
    server.writeForOthers(5_000);
    await store.append('mine', 'none', newEvents(1));
    const later = openEventStoreDB({ address: server.url, prefix });
    server.asked.forget();
    const { events } = await later.readAll({ after: start, limit: 1 });
    await later.close();
    expect(events).toHaveLength(1);
    const behind = await readAll(other, server.asked.subscriptions[0]);
    expect(behind.map(({ streamId }) => streamId)).toEqual([`${prefix}beginning`, `${prefix}mine`]);
  });

  it('is begun once by processes that begin at the same time, and loses nothing when that is deleted', async () => {
    const stores = Array.from({ length: 4 }, () => openEventStoreDB({ address: server.url, prefix }));
    await Promise.all(stores.map((each, n) => each.append(`mine-${n}`, 'none', newEvents(1))));
    expect(await readStream(other, `${prefix}beginning`)).toHaveLength(1);
    await other.deleteStream(`${prefix}beginning`);
    const later = openEventStoreDB({ address: server.url, prefix });
    const pages = await pagesAfter(later, start, 10);
    for (const each of [...stores, later]) await each.close();
    expect(pages.flatMap(({ events }) => events)).toHaveLength(4);
  });

  thoroughly('is passed over fast, and says how far it was seen', async () => {
    const { position } = await store.append('mine', 'none', newEvents(2));
    server.writeForOthers(300_000);
    const took = ownTime();
    const { signal } = new AbortController();
    for await (const batch of store.subscribe({ after: position, signal })) {
      expect(batch.events).toEqual([]);
      if (batch.caughtUp) break;
    }
    expect(took()).toBeLessThan(2_000);
    const [page] = await pagesAfter(store, position, 100);
    expect(page?.events).toEqual([]);
    const left = await readAll(other, page?.position);
    expect(left.length).toBeLessThan(3_000);
  });

  it('moves a subscription on while others write, and says that it has caught up', async () => {
    const { signal } = new AbortController();
    const batches = store.subscribe({ after: await store.head(), signal })[Symbol.asyncIterator]();
    const { value: first } = await batches.next();
    server.writeForOthers(2_500);
    const { value: next } = await batches.next();
    await batches.return?.();
    expect(next).toMatchObject({ events: [], caughtUp: true });
    expect(next?.position).toBeGreaterThan(first?.position ?? start);
  });

  it('keeps shops apart whose prefixes differ', async () => {
    const second = openEventStoreDB({ address: server.url, prefix: 'second-' });
    const [mine, theirs] = [newEvents(3), newEvents(3)];
    await store.append('same', 'none', mine);
    await second.append('same', 'none', theirs);
    const seen = await Promise.all(
      [store, second].map(async (each) => [
        idsOf(await each.readStream('same')),
        idsOf((await pagesAfter(each, start, 2)).flatMap(({ events }) => events)),
        idsOf(await firstOf(each.subscribe({ after: start, signal: new AbortController().signal }), 3, ['same'])),
      ]),
    );
    await second.deleteStream('same');
    await second.close();
    await store.records.put('record', 'value', 'none');
    const beside = openEventStoreDB({ address: server.url, prefix: 'beside-' });
    expect((await pagesAfter(beside, start, 10)).flatMap(({ events }) => events)).toEqual([]);
    await beside.close();
    expect(seen).toEqual([mine, theirs].map((events) => [idsOf(events), idsOf(events), idsOf(events)]));
    expect(await store.readStream('same')).toHaveLength(3);
  });

  it('does not let the shop read a stream of somebody else as its own', async () => {
    await other.appendToStream(`${prefix}other`, [jsonEvent({ type: 'SomethingElse', data: {} })]);
    const [foreign] = await store.readStream('other');
    expect(foreign && wholeEvent(foreign)).toMatchObject({
      damaged: 'SomethingElse does not say who did it, and when.',
    });
    expect((await pagesAfter(store, start, 10)).flatMap(({ events }) => events)).toEqual([]);
  });

  it('has nothing in a stream that an operator has ended for ever', async () => {
    await store.append('mine', 'none', [newEvent()]);
    await other.tombstoneStream(`${prefix}mine`);
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
      const store = openEventStoreDB({ address: '${server.url}', prefix: '${prefix}' });
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
