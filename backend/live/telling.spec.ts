import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../modules/kernel/event.ts';
import { notices } from '../../modules/kernel/notices.ts';
import { live } from '../testing/clients/live-client.ts';
import { liveUnderTest, type Numbers, numbered, numbersTopic, said } from '../testing/shops/live-under-test.ts';
import { stored } from '../testing/stored.ts';

const soon = { timeout: 60_000, interval: 5 };
const numbersOf = (...entries: [thing: string, number: number][]): Numbers =>
  Object.assign(new Map(entries.map(([thing, number]) => [thing, { thing, number, position: `${number}` }])), {
    read: [] as string[][],
  });

describe('what happened', () => {
  it('is told with its position, in its order', async () => {
    const shop = await liveUnderTest();
    const client = await live(shop.origin);
    shop.tell(said('everyone', 'one'), said('everyone', 'two'));
    shop.tell(said('everyone', 'three'));
    await client.next('said', { text: 'three' });
    expect(client.of('said')).toEqual([
      { text: 'one', position: '1' },
      { text: 'two', position: '2' },
      { text: 'three', position: '3' },
    ]);
  });

  it('is told once GETs show it, and not before', async () => {
    let isStopped = true;
    const hidden = (text: string) => isStopped && text.startsWith('hidden');
    const shop = await liveUnderTest({ shows: ({ data }) => !hidden((data as { text: string }).text) });
    const client = await live(shop.origin);
    shop.tell(said('everyone', 'hidden 1'), said('everyone', 'shown'), said('everyone', 'hidden 2'));
    await client.next('said', { text: 'shown' });
    expect(client.of('said')).toHaveLength(1);
    isStopped = false;
    await client.next('said', { text: 'hidden 2' });
    expect(client.of('said').map(({ text }) => text)).toEqual(['shown', 'hidden 1', 'hidden 2']);
  });

  it('is told in its order also when something has to be read for it', async () => {
    const read = Promise.withResolvers<void>();
    const slow = notices<DomainEvent<'Said', { text: string }>>({
      on: {
        Said: async ({ data: { text } }) => {
          if (text === 'one') await read.promise;
          return { name: 'said', to: 'everyone', payload: { text } };
        },
      },
    });
    const shop = await liveUnderTest({ notices: [slow] });
    const client = await live(shop.origin);
    shop.tell(said('everyone', 'one'));
    shop.tell(said('everyone', 'two'));
    read.resolve();
    await client.next('said', { text: 'two' });
    expect(client.of('said').map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('is left out when it cannot be read, and what follows is told', async () => {
    const failing = notices<DomainEvent<'Said', { text: string }>>({
      on: {
        Said: async ({ data: { text } }) => {
          if (text === 'one') throw new Error('it cannot be read');
          return { name: 'said', to: 'everyone', payload: { text } };
        },
      },
    });
    const shop = await liveUnderTest({ notices: [failing] });
    const client = await live(shop.origin);
    shop.tell(said('everyone', 'one'), said('everyone', 'two'));
    await client.next('said', { text: 'two' });
    expect(client.of('said')).toHaveLength(1);
  });

  it('is asked for anew where a node has missed too much to tell it one by one', async () => {
    const shop = await liveUnderTest();
    const client = await live(shop.origin);
    let reason = '';
    client.socket.once('disconnect', (why) => {
      reason = why;
    });
    const missed = Array.from({ length: 6_000 }, (_, n) => stored(said({ admins: true }, `${n}`)));
    shop.live.tell({ events: missed, position: 1n, caughtUp: false });
    shop.live.tell({ events: missed, position: 2n, caughtUp: false });
    shop.live.tell({ events: [], position: 2n, caughtUp: true });
    await client.ended();
    expect(reason).toBe('transport close'); // After which Socket.IO's client comes back by itself.
    const again = await live(shop.origin);
    shop.tell(said('everyone', 'hello'));
    await again.next('said', { text: 'hello' });
  });
});

describe('the latest of something', () => {
  it('is told at once, then so many times a second at most, and the last always', async () => {
    const numbers = numbersOf(['a', 0]);
    const shop = await liveUnderTest({ topics: [numbersTopic(numbers, { perSecond: 10 })] });
    const client = await live(shop.origin);
    await client.ask('watch', ['a']);
    await client.next('number.changed', { number: 0 });
    const began = performance.now();
    let number = 0;
    while (performance.now() - began < 500) {
      numbers.set('a', { thing: 'a', number: ++number, position: `${number}` });
      shop.tell(numbered('a', number));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await client.next('number.changed', { number });
    const tellings = (performance.now() - began) / 100 + 2;
    expect(client.of('number.changed').length).toBeLessThanOrEqual(tellings);
    const told = client.of('number.changed').map((one) => Number(one.number));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(number).toBeGreaterThan(100);
  });

  it('costs nothing to those who watch something else', async () => {
    const numbers = numbersOf(['a', 1], ['b', 1]);
    const shop = await liveUnderTest({ topics: [numbersTopic(numbers)] });
    const [watcher, other] = [await live(shop.origin), await live(shop.origin)];
    await Promise.all([watcher.ask('watch', ['a']), other.ask('watch', ['b'])]);
    await Promise.all([watcher, other].map((client) => client.next('number.changed')));
    for (let n = 0; n < 50; n++) shop.tell(numbered('a', n));
    shop.tell(said('everyone', 'done'));
    await other.next('said');
    await expect.poll(() => watcher.of('number.changed').length, soon).toBeGreaterThan(1);
    expect(other.heard.map(({ name }) => name)).toEqual(['number.changed', 'said']);
    expect(numbers.read?.flat().filter((key) => key === 'b')).toHaveLength(1);
  });

  it('is told when the store is back that was away', async () => {
    const numbers = numbersOf(['a', 1], ['b', 1]);
    let isAway = false;
    const missed = new Set<string>();
    const plain = numbersTopic(numbers);
    const latest = async (keys: readonly string[]) => {
      if (!isAway) return plain.latest(keys);
      for (const key of keys) missed.add(key);
      throw new Error('the store is away');
    };
    const shop = await liveUnderTest({ topics: [{ ...plain, latest }] });
    const [watcher, asker] = [await live(shop.origin), await live(shop.origin)];
    await watcher.ask('watch', ['b']);
    await watcher.next('number.changed', { thing: 'b', number: 1 });
    isAway = true;
    expect(await asker.ask('watch', ['a'])).toEqual({ watching: 1 });
    numbers.set('b', { thing: 'b', number: 2, position: '2' });
    shop.tell(numbered('b', 2));
    await expect.poll(() => missed, soon).toEqual(new Set(['a', 'b']));
    isAway = false; // Nothing more is asked for, and nothing happens.
    await asker.next('number.changed', { thing: 'a', number: 1 });
    await watcher.next('number.changed', { thing: 'b', number: 2 });
  });

  it('is told at midnight too, where it tells of the day', async () => {
    const midnight = Date.parse('2026-01-02T00:00:00Z');
    let now = midnight - 1;
    const numbers = numbersOf(['all', 1]);
    const shop = await liveUnderTest({
      now: () => new Date(now),
      topics: [numbersTopic(numbers, { to: 'everyone', atMidnight: 'all' })],
    });
    const client = await live(shop.origin);
    now = midnight;
    await client.next('number.changed', { number: 1 });
  });
});
