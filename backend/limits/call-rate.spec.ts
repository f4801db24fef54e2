import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TooMany, Unavailable } from '../../modules/kernel/errors.ts';
import { CallRate } from './call-rate.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimiter } from './rate-limiter.ts';

const minute = { points: 100, seconds: 60, capacity: 10 };

/** Nodes that count in one store, which is in memory here. */
function nodesOf(count: number, shared?: RateLimiter) {
  const clock = { time: Date.parse('2026-05-04T10:00:00Z') };
  const now = () => new Date(clock.time);
  const store = shared ?? memoryRateLimiter({ ...minute, now });
  const nodes = Array.from(
    { length: count },
    () => new CallRate({ own: memoryRateLimiter({ ...minute, now }), shared: store, capacity: 10, now }),
  );
  const exchange = async () => {
    for (const node of nodes) await node.exchange();
  };
  return { nodes, exchange, clock, store };
}

async function calls(node: CallRate | undefined, times: number, key = 'one') {
  let borne = 0;
  for (let n = 0; n < times; n++) {
    await node?.count(key).then(
      () => {
        borne += 1;
      },
      (reason: unknown) => expect(reason).toBeInstanceOf(TooMany),
    );
  }
  return borne;
}

describe('calls', () => {
  it('are so many a minute, each key for itself', async () => {
    const { nodes, clock } = nodesOf(1);
    expect(await calls(nodes[0], 150)).toBe(100);
    await expect(nodes[0]?.count('one')).rejects.toMatchObject({ retryAfter: 60 });
    expect(await calls(nodes[0], 1, 'other')).toBe(1);
    clock.time += 60_000;
    expect(await calls(nodes[0], 1)).toBe(1);
  });

  it('are so many at all nodes together, but for what they have not yet told one another', async () => {
    const { nodes, exchange, clock } = nodesOf(2);
    let borne = 0;
    for (let round = 0; round < 20; round++) {
      for (const node of nodes) borne += await calls(node, 10);
      await exchange();
      await exchange();
    }
    expect(borne).toBeGreaterThanOrEqual(100);
    expect(borne).toBeLessThanOrEqual(120);
    clock.time += 60_000;
    expect(await calls(nodes[1], 10)).toBe(10);
    await exchange();
    expect(await calls(nodes[0], 90)).toBe(90);
  });

  it('that are few are told to no other node', async () => {
    const { nodes, exchange, store } = nodesOf(1);
    await calls(nodes[0], 4);
    await exchange();
    expect(await store.get('one')).toBeNull();
    await calls(nodes[0], 1);
    await exchange();
    expect(await store.get('one')).toMatchObject({ consumedPoints: 5 });
    await exchange();
    await calls(nodes[0], 2);
    await exchange();
    expect(await store.get('one')).toMatchObject({ consumedPoints: 7 });
  });

  it('are told half a second after they came, also while others are told, and then by no timer any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store } = nodesOf(1);
    let meanwhile = async () => {};
    const penalty: RateLimiter['penalty'] = async (key, points) => {
      await meanwhile();
      return store.penalty(key, points);
    };
    const { nodes } = nodesOf(1, { ...store, penalty });
    const [node] = nodes;
    const told = async (key: string) => (await store.get(key))?.consumedPoints;
    meanwhile = () => {
      meanwhile = async () => {};
      return node?.note('other', 10) ?? Promise.resolve();
    };
    await calls(node, 10);
    await vi.advanceTimersByTimeAsync(500);
    expect([await told('one'), await told('other')]).toEqual([10, undefined]);
    await vi.advanceTimersByTimeAsync(500);
    expect(await told('other')).toBe(10);
    expect(vi.getTimerCount()).toBe(0);
    meanwhile = async () => {
      await node?.note('last', 10);
      node?.close();
    };
    await calls(node, 10);
    await vi.advanceTimersByTimeAsync(500);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('find no room for what is noted later where so many are counted already', async () => {
    const { nodes, clock } = nodesOf(1);
    await nodes[0]?.mustHaveRoom('one');
    await nodes[0]?.note('one', 99);
    await nodes[0]?.mustHaveRoom('one');
    await nodes[0]?.note('one', 1);
    await expect(nodes[0]?.mustHaveRoom('one')).rejects.toThrow('Too many requests. Please try again in 60 seconds.');
    clock.time += 59_000;
    await expect(nodes[0]?.mustHaveRoom('one')).rejects.toThrow('Please try again in a second.');
    clock.time += 1_000;
    await nodes[0]?.mustHaveRoom('one');
  });

  it('are counted by each node for itself while the store is away', async () => {
    const away = async () => Promise.reject(new Error('away'));
    const { nodes, exchange } = nodesOf(2, { points: 100, get: away, consume: away, penalty: away, set: away });
    expect(await calls(nodes[0], 90)).toBe(90);
    await exchange();
    expect(await calls(nodes[0], 20)).toBe(10);
    expect(await calls(nodes[1], 110)).toBe(100);
  });

  it('are told once where the store answers too late, and carries out what it was asked all the same', async () => {
    const { store } = nodesOf(1);
    const late: RateLimiter = {
      ...store,
      async penalty(key, points) {
        await store.penalty(key, points);
        throw new Unavailable('No answer in time.');
      },
    };
    const { nodes, exchange } = nodesOf(1, late);
    for (let round = 0; round < 3; round++) {
      await calls(nodes[0], 10);
      await exchange();
    }
    expect(await store.get('one')).toMatchObject({ consumedPoints: 30 });
  });

  it('stay counted where they were made while the store was away, once it is back', async () => {
    const { store } = nodesOf(1);
    let isAway = true;
    const penalty: RateLimiter['penalty'] = (key, points) =>
      isAway ? Promise.reject(new Unavailable('Away.')) : store.penalty(key, points);
    const { nodes, exchange } = nodesOf(1, { ...store, penalty });
    await calls(nodes[0], 90);
    await exchange();
    isAway = false;
    await calls(nodes[0], 1);
    await exchange();
    expect(await calls(nodes[0], 100)).toBe(9);
  });
});
