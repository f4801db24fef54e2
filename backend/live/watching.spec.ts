import { describe, expect, it } from 'vitest';
import { live } from '../testing/clients/live-client.ts';
import { liveUnderTest, numbered, numbersTopic } from '../testing/shops/live-under-test.ts';

const soon = { timeout: 60_000, interval: 5 };

describe('what is watched', () => {
  it('is up to 200 things, each once, and refused when it is no list of names', async () => {
    const shop = await liveUnderTest({ topics: [numbersTopic(new Map())] });
    const client = await live(shop.origin);
    const names = Array.from({ length: 200 }, (_, n) => `thing-${n}`);
    expect(await client.ask('watch', [...names.slice(0, 100), ...names.slice(0, 100)])).toEqual({ watching: 100 });
    expect(await client.ask('watch', names)).toEqual({ watching: 200 });
    for (const wrong of [[...names, 'one more'], 'thing-1', [1], undefined, ['']]) {
      expect(await client.ask('watch', wrong)).toMatchObject({ problem: { status: 400 } });
    }
    expect(await client.ask('watch', [])).toEqual({ watching: 0 });
  });

  it('is let go where there is no such thing, once there are many: it takes nobody’s room', async () => {
    const numbers = new Map([['a', { thing: 'a', number: 1, position: '1' }]]);
    const shop = await liveUnderTest({
      topics: [numbersTopic(numbers)],
      bounds: { watched: 250, watchedWithUnknown: 10 },
    });
    const clients = await Promise.all(Array.from({ length: 5 }, () => live(shop.origin)));
    for (const [n, client] of clients.entries()) {
      const names = Array.from({ length: 199 }, (_, name) => `${n}-${name}`);
      expect(await client.ask('watch', [...names, 'a'])).toEqual({ watching: 200 });
      await client.next('number.changed', { thing: 'a' });
    }
    numbers.set('a', { thing: 'a', number: 2, position: '2' });
    shop.tell(numbered('a', 2));
    for (const client of clients) await client.next('number.changed', { thing: 'a', number: 2 });
  });

  it('finds room however many are there who watch nothing, and none where others watch all that may be', async () => {
    const shop = await liveUnderTest({ topics: [numbersTopic(new Map())], bounds: { watched: 3 } });
    const token = shop.tokenOf('ann', { role: 'admin' });
    const [first, second] = await Promise.all(Array.from({ length: 10 }, () => live(shop.origin, token)));
    for (const names of [['a', 'b', 'c'], ['d'], ['e', 'f', 'g']]) {
      expect(await first?.ask('watch', names)).toEqual({ watching: names.length });
    }
    shop.tell({ type: 'Moved', data: { uid: 'ann', role: 'user' } }); // A room that nobody watched anything in is gone.
    expect(await second?.ask('watch', ['h'])).toMatchObject({ problem: { status: 503 } });
  });

  it('is kept for a thing that this node does not know yet, while there are few', async () => {
    const numbers = new Map<string, { thing: string; number: number; position: string }>();
    const shop = await liveUnderTest({ topics: [numbersTopic(numbers)] });
    const client = await live(shop.origin);
    await client.ask('watch', ['new']);
    numbers.set('new', { thing: 'new', number: 1, position: '1' });
    shop.tell(numbered('new', 1));
    await client.next('number.changed', { thing: 'new', number: 1 });
  });

  it.each([
    ['is watched', { watched: 100 }],
    ['is waited for', { asked: 100 }],
  ])('is refused where too much %s, and the connection ends: its page asks by itself then', async (_, bounds) => {
    const shop = await liveUnderTest({ topics: [numbersTopic(new Map())], bounds });
    const [greedy, other] = [await live(shop.origin), await live(shop.origin)];
    const names = Array.from({ length: 150 }, (_, name) => `${name}`);
    expect(await greedy.ask('watch', names)).toMatchObject({ problem: { status: 503 } });
    await expect.poll(() => greedy.socket.connected, soon).toBe(false);
    expect(await other.ask('watch', names.slice(0, 50))).toEqual({ watching: 50 });
  });

  it('is read for those who ask so much of it in a second, and each gets their answer', async () => {
    const numbers = Object.assign(new Map([['a', { thing: 'a', number: 1, position: '1' }]]), {
      read: [] as string[][],
    });
    const shop = await liveUnderTest({ topics: [numbersTopic(numbers)] });
    const clients = await Promise.all(Array.from({ length: 20 }, () => live(shop.origin)));
    const began = performance.now();
    const names = (n: number) => Array.from({ length: 199 }, (_, name) => `${n}-${name}`);
    await Promise.all(clients.map((client, n) => client.ask('watch', [...names(n), 'a'])));
    for (const client of clients) await client.next('number.changed', { thing: 'a' });
    const seconds = (performance.now() - began) / 1_000;
    const all = numbers.read.flat().length;
    expect(all).toBeGreaterThan(20 * 199);
    // The last reading was begun at once after the pause of those before it.
    expect((all - (numbers.read.at(-1)?.length ?? 0)) / seconds).toBeLessThanOrEqual(10_000);
  });

  it('is told to those who ask at once a thousand at a time', async () => {
    const reading = Promise.withResolvers<void>();
    const numbers = Object.assign(new Map([['a', { thing: 'a', number: 1, position: '1' }]]), {
      read: [] as string[][],
    });
    const plain = numbersTopic(numbers);
    const latest = async (keys: readonly string[]) => {
      const found = plain.latest(keys);
      await reading.promise;
      return found;
    };
    const shop = await liveUnderTest({ topics: [{ ...plain, latest }] });
    const clients = await Promise.all(Array.from({ length: 20 }, () => live(shop.origin)));
    const names = ['a', ...Array.from({ length: 199 }, (_, name) => `${name}`)];
    for (const client of clients) await client.ask('watch', names);
    reading.resolve();
    for (const client of clients) await client.next('number.changed', { thing: 'a' });
    expect(numbers.read.length).toBe(1 + Math.ceil(19 / 5));
  });

  it('is read for as many as are watched here, all at once', async () => {
    const numbers = Object.assign(new Map([['a', { thing: 'a', number: 1, position: '1' }]]), {
      read: [] as string[][],
    });
    const shop = await liveUnderTest({ topics: [numbersTopic(numbers)] });
    const client = await live(shop.origin);
    shop.tell(numbered('a', 1), numbered('b', 1));
    await client.ask('watch', ['a']);
    await client.next('number.changed', { thing: 'a' });
    expect(numbers.read).toEqual([['a']]);
    shop.tell(...Array.from({ length: 500 }, (_, n) => numbered(`other-${n}`, 1)), numbered('a', 2));
    await expect.poll(() => client.of('number.changed').length, soon).toBe(2);
    expect(numbers.read).toEqual([['a'], ['a']]);
  });
});
