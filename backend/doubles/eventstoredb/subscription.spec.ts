import { once } from 'node:events';
import {
  END,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Position,
  StreamDeletedError,
  streamNameFilter,
  TimeoutError,
} from '@eventstore/db-client';
import { describe, expect, it, vi } from 'vitest';
import { all, freshDouble, numbered, numberOf, take } from './double-fixture.ts';

/** Long beside what a consumer in the same process needs, and short beside a test. */
const PATIENCE_MS = 300;
const at = freshDouble({ slowConsumer: { ms: PATIENCE_MS } });

type Options = Parameters<EventStoreDBClient['subscribeToAll']>[0];
const mine = (options: Options = {}) => at.client.subscribeToAll({ filter: excludeSystemEvents(), ...options });
const numbers = async (subscription: ReturnType<typeof mine>, count: number) =>
  (await take(subscription, count)).map(numberOf);

describe('a subscription to $all', () => {
  it('is confirmed, sends what is there, says that it caught up, and sends what comes', async () => {
    await at.client.appendToStream('a', numbered(0, 1));
    const subscription = mine();
    const said: string[] = [];
    for (const word of ['confirmation', 'caughtUp'] as const) subscription.on(word, () => said.push(word));
    subscription.on('data', (received) => said.push(`${numberOf(received)}`));
    await once(subscription, 'caughtUp');
    expect(subscription.id).toMatch(/^[0-9a-f-]{36}$/);

    await at.client.appendToStream('b', numbered(2));
    await expect.poll(() => said).toEqual(['confirmation', '0', '1', 'caughtUp', '2']);
  });

  it('without a filter also sends the events of the server itself', async () => {
    const [first] = await take(at.client.subscribeToAll(), 1);
    expect(first?.event?.type).toMatch(/^\$/);
  });

  it('from a position starts after it', async () => {
    await at.client.appendToStream('a', numbered(0));
    const { position: fromPosition } = await at.client.appendToStream('a', numbered(1));
    await at.client.appendToStream('a', numbered(2, 3));
    expect(await numbers(mine({ fromPosition }), 2)).toEqual([2, 3]);
  });

  it('from the end sends only what comes', async () => {
    await at.client.appendToStream('a', numbered(0, 4));
    const subscription = mine({ fromPosition: END });
    await once(subscription, 'caughtUp');
    await at.client.appendToStream('a', numbered(5));
    expect(await numbers(subscription, 1)).toEqual([5]);
  });

  it.each([
    ['event types by prefix', eventTypeFilter({ prefixes: ['Num', 'Let'] })],
    ['event types by regex', eventTypeFilter({ regex: '^N.*d$' })],
    ['streams by prefix', streamNameFilter({ prefixes: ['a'] })],
    ['streams by regex', streamNameFilter({ regex: '^a$' })],
  ])('filters %s', async (_, filter) => {
    at.double.writeSystemEvents(3);
    await at.client.appendToStream('a', numbered(7));
    expect(await numbers(mine({ filter }), 1)).toEqual([7]);
  });

  it('tells by checkpoints how far it looked while nothing passed', async () => {
    const checkpoints: Position[] = [];
    const checkpointReached = async (_: unknown, position: Position) => void checkpoints.push(position);
    const filter = excludeSystemEvents({ maxSearchWindow: 10, checkpointInterval: 2, checkpointReached });
    at.double.writeSystemEvents(100);
    const subscription = mine({ filter });
    subscription.resume();
    await once(subscription, 'caughtUp');
    expect(checkpoints).toHaveLength(5);

    at.double.writeSystemEvents(20);
    await expect.poll(() => checkpoints).toHaveLength(6);
    await at.client.appendToStream('a', numbered(8));
    expect(await numbers(mine({ fromPosition: checkpoints.at(-1) }), 1)).toEqual([8]);
  });

  it('has checkpoints that lag behind while it catches up', async () => {
    const checkpoints: Position[] = [];
    const checkpointReached = async (_: unknown, position: Position) => void checkpoints.push(position);
    at.double.writeSystemEvents(8);
    const { position: last } = await at.client.appendToStream('a', numbered(0));
    at.double.writeSystemEvents(30);
    const subscription = mine({
      fromPosition: last,
      filter: streamNameFilter({ prefixes: ['a'], maxSearchWindow: 10, checkpointReached }),
    });
    subscription.resume();
    await once(subscription, 'caughtUp');
    const behind = await all(at.client.readAll({ fromPosition: last }));
    const positions = behind.slice(1).map(({ event }) => event?.position?.commit);
    expect(checkpoints.map(({ commit }) => positions.indexOf(commit))).toEqual([0, 10, 20]);
  });

  it('is still there after appends of up to 100 events', async () => {
    const subscription = mine();
    const received = numbers(subscription, 600);
    await once(subscription, 'caughtUp');
    for (let n = 0; n < 600; n += 100) await at.client.appendToStream('a', numbered(n, n + 99));
    expect(await received).toEqual(Array.from({ length: 600 }, (_, n) => n));
  });

  it('ends while it is live with an append of more than 100 events, and goes on from the last position', async () => {
    const subscription = mine();
    const received: (number | undefined)[] = [];
    let last: Position | undefined;
    subscription.on('data', (resolved) => {
      received.push(numberOf(resolved));
      last = resolved.event?.position;
    });
    const failed = once(subscription, 'error');
    await once(subscription, 'caughtUp');
    await at.client.appendToStream('a', numbered(0, 100));
    expect((await failed)[0]).toBeInstanceOf(TimeoutError);
    expect(received).toEqual(Array.from({ length: 32 }, (_, n) => n));
    // While it catches up, the server reads from its disk and waits for the consumer.
    expect(await numbers(mine({ fromPosition: last }), 69)).toEqual(Array.from({ length: 69 }, (_, n) => n + 32));
  });

  it('is not ended by an append of others that does not pass its filter', async () => {
    const subscription = mine({ filter: streamNameFilter({ prefixes: ['a'] }) });
    subscription.pause();
    await once(subscription, 'confirmation');
    await at.client.appendToStream('b', numbered(0, 499));
    await at.client.appendToStream('a', numbered(500));
    expect(await numbers(subscription, 1)).toEqual([500]);
  });

  it('ends with an error when its consumer is too slow, and goes on from the last position', async () => {
    const subscription = at.client.subscribeToAll({ filter: excludeSystemEvents() }, { highWaterMark: 1 });
    const failed = once(subscription, 'error');
    await once(subscription, 'confirmation');
    const blob = 'x'.repeat(50_000);
    for (let n = 0; n < 150; n += 10) {
      const events = numbered(n, n + 9).map((event) => ({ ...event, data: { n: event.data.n, blob } }));
      await at.client.appendToStream('a', events);
    }
    await vi.waitFor(() => expect(at.double.subscriptions()).toBe(0), { timeout: 60_000 });

    let last: Position | undefined;
    let count = 0;
    subscription.on('data', ({ event }) => {
      last = event?.position;
      count += 1;
    });
    const [error] = await failed;
    expect(error).toBeInstanceOf(TimeoutError);
    expect(count).toBeLessThan(150);
    const rest = await numbers(mine({ fromPosition: last }), 150 - count);
    expect(rest).toEqual(Array.from({ length: 150 - count }, (_, n) => count + n));
  });

  it('is let go when it is unsubscribed', async () => {
    const subscription = mine();
    subscription.resume();
    await once(subscription, 'caughtUp');
    await subscription.unsubscribe();
    await expect.poll(() => at.double.subscriptions()).toBe(0);
  });
});

describe('a subscription to a stream', () => {
  it('starts after a revision and goes on with what comes', async () => {
    await at.client.appendToStream('a', numbered(0, 2));
    const subscription = at.client.subscribeToStream('a', { fromRevision: 1n });
    await at.client.appendToStream('b', numbered(99));
    await at.client.appendToStream('a', numbered(3));
    const events = await take(subscription, 2);
    expect(events.map(numberOf)).toEqual([2, 3]);
  });

  it('may be to a stream that is not there yet', async () => {
    const subscription = at.client.subscribeToStream('a');
    subscription.pause();
    await once(subscription, 'confirmation');
    await at.client.appendToStream('a', numbered(0));
    expect((await take(subscription, 1))[0]?.event?.revision).toBe(0n);
  });

  it.each(['before', 'while'])('ends with an error when the stream is tombstoned %s it runs', async (when) => {
    await at.client.appendToStream('a', numbered(0));
    if (when === 'before') await at.client.tombstoneStream('a');
    const subscription = at.client.subscribeToStream('a');
    const failed = once(subscription, 'error');
    subscription.resume();
    if (when === 'while') {
      await once(subscription, 'caughtUp');
      await at.client.tombstoneStream('a');
    }
    expect((await failed)[0]).toBeInstanceOf(StreamDeletedError);
  });
});
