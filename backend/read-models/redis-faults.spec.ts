import { afterEach, describe, expect, it, vi } from 'vitest';
import { CheckpointMoved, Unavailable } from '../../modules/kernel/errors.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { type RedisOptions, startRedis } from '../testing/redis.ts';
import { applyUntil, event, expectApplied, expectRefused, refusedAfter } from './contract/applying.ts';
import { openRedisReadModels } from './redis.ts';

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function start(options?: RedisOptions) {
  const redis = await startRedis(options);
  ending.push(redis.stop);
  return { redis, store: open(redis.url) };
}

function open(address: string, prefix = 'inventory-'): ReadModels {
  const store = openRedisReadModels({ address, prefix });
  ending.push(() => store.close());
  return store;
}

/** How often somebody named a database that there is not. */
async function refusedDatabases(redis: Awaited<ReturnType<typeof startRedis>>): Promise<number> {
  const [info] = await redis.call('INFO', 'commandstats');
  return Number(/^cmdstat_select:.*failed_calls=(\d+)/m.exec(String(info))?.[1] ?? 0);
}

/** Waits until Redis is used again, without any help. */
const wellAgain = (store: ReadModels) => vi.waitFor(() => store.checkpoint('p'), { timeout: 60_000, interval: 10 });

describe('read models in a Redis that goes away', () => {
  it('are there again after it was restarted', async () => {
    const { redis, store } = await start({ appendonly: true });
    await applyUntil(store, 'p', 3n);
    await redis.restart();
    await wellAgain(store);
    await expectApplied(store, 'p', 3n);
  });

  it('are refused within a second after it was killed, until it is there again', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 3n);
    const before = await redis.snapshot();
    await redis.kill();
    expect(await refusedAfter(store.commit('p', 3n, 4n, event(4n, 4)))).toBeLessThan(1_000);
    await expectRefused(store, 'p');
    await redis.restore(before);
    await wellAgain(store);
    await expectApplied(store, 'p', 3n);
  });

  it('are refused within a second when it is away from the start, until it comes', async () => {
    const { redis } = await start();
    await redis.kill();
    const store = open(redis.url);
    await expectRefused(store, 'p');
    await expect(store.get('p', 'total')).rejects.toThrow('ECONNREFUSED');
    await redis.start();
    await wellAgain(store);
    await store.commit('p', undefined, 1n, event(1n, 1));
    await expectApplied(store, 'p', 1n);
  });

  it('are refused within a second while it does not answer', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 1n);
    await redis.call('CLIENT', 'PAUSE', '2000', 'ALL');
    expect(await refusedAfter(store.get('p', 'total'))).toBeLessThan(1_000);
    await wellAgain(store);
    await expectApplied(store, 'p', 1n);
  });

  it('have every event once, however often it is restarted and killed meanwhile', async () => {
    const { redis, store } = await start({ appendonly: true });
    const other = open(redis.url);
    const applied = Promise.all([applyUntil(store, 'p', 2_000n), applyUntil(other, 'p', 2_000n)]);
    for (const away of [redis.kill, redis.restart, redis.kill]) {
      const before = await store.checkpoint('p');
      await away();
      await redis.start();
      await vi.waitFor(async () => expect(await store.checkpoint('p')).not.toBe(before), { timeout: 60_000 });
    }
    await applied;
    await expectApplied(store, 'p', 2_000n);
  });
});

describe('read models in a Redis that loses what it had', () => {
  it('go back to their beginning together when everything is deleted', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 5n);
    await redis.flush();
    await expectApplied(store, 'p', undefined);
    expect(await store.projections()).toEqual([]);
    await expect(store.commit('p', 5n, 6n, event(6n, 6))).rejects.toThrow(CheckpointMoved);
    await applyUntil(store, 'p', 2n);
    await expectApplied(store, 'p', 2n);
    expect(await store.projections()).toEqual(['p']);
  });

  it('go back together when it is restored from an older file', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 5n);
    const snapshot = await redis.snapshot();
    await applyUntil(store, 'p', 9n);
    await redis.restore(snapshot);
    await wellAgain(store);
    await expectApplied(store, 'p', 5n);
    await applyUntil(store, 'p', 7n);
    await expectApplied(store, 'p', 7n);
  });

  it('are built anew when it evicted the documents alone', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 5n);
    expect(await redis.call('DEL', '{inventory-p}:kept')).toEqual([1]);
    // Nothing of the five is listed any more.
    await applyUntil(store, 'p', 2n);
    await expectApplied(store, 'p', 2n);
  });

  it('are built anew when it evicted the lists alone', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 5n);
    expect(await redis.call('DEL', '{inventory-p}:listed')).toEqual([1]);
    await expect(store.commit('p', 5n, 6n, event(6n, 6))).rejects.toThrow(CheckpointMoved);
    await expectApplied(store, 'p', undefined);
    await applyUntil(store, 'p', 6n);
    await expectApplied(store, 'p', 6n);
  });

  const first = { index: 'events', key: '', order: 'ascending', limit: 1 } as const;
  it.each([
    ['a list', (store: ReadModels) => store.list('p', first)],
    ['how long one is', (store: ReadModels) => store.counted?.('p', 'events', '')],
  ])('are not there for who asks for %s, rather than without any, when it evicted the lists alone', async (_, ask) => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 5n);
    const reader = open(redis.url);
    expect(await ask(reader)).toMatchObject({ asOf: 5n });
    expect(await redis.call('DEL', '{inventory-p}:listed')).toEqual([1]);
    const others = open(redis.url);
    expect((await ask(others))?.asOf).toBeUndefined();
    expect((await ask(reader))?.asOf).toBeUndefined();
    await applyUntil(store, 'p', 5n);
    expect(await ask(reader)).toMatchObject({ asOf: 5n });
    await expectApplied(store, 'p', 5n);
  });

  it('are named again by whoever uses them, and read by everybody, when it lost their names alone', async () => {
    const { redis, store } = await start();
    const other = open(redis.url);
    await applyUntil(store, 'p', 3n);
    await applyUntil(store, 'dropped', 3n);
    expect(await redis.call('DEL', 'inventory-read-models')).toEqual([1]);
    await other.drop('dropped');
    expect(await store.projections()).toEqual(['p']);
    expect(await other.projections()).toEqual(['p']);
    await expectApplied(other, 'p', 3n);
  });

  it('outlast that it forgets its scripts', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 1n);
    await redis.call('SCRIPT', 'FLUSH');
    await store.commit('p', 1n, 2n, event(2n, 2));
    await redis.call('SCRIPT', 'FLUSH');
    const query = { index: 'events', key: '', order: 'ascending', limit: 10 } as const;
    expect((await store.list('p', query)).documents).toEqual(['{}', '{}']);
    await expectApplied(store, 'p', 2n);
  });
});

describe('read models in a Redis that refuses', () => {
  it('are refused for the reason that there is, also by whoever comes while they are connected to again', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 1n);
    await redis.call('REPLICAOF', '127.0.0.1', '1');
    const asked: Promise<unknown>[] = [1, 2, 3].map(() => store.commit('p', 1n, 2n, event(2n, 2)));
    await Promise.race(asked).catch(() => undefined);
    asked.push(store.get('p', 'total'));
    const answers = await Promise.all(asked.map((each) => each.catch(String)));
    for (const refusal of answers.filter((each) => typeof each === 'string'))
      expect(refusal).toMatch(/^Unavailable: Redis cannot be reached: READONLY /);
    await redis.call('REPLICAOF', 'NO', 'ONE');
    await wellAgain(store);
    // What was the trouble before is none of what comes later.
    await redis.kill();
    await expect.poll(() => store.get('p', 'total').catch(String)).toMatch(/ECONNREFUSED|the connection was lost/);
  });

  it('are read but not written while it is a replica', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 1n);
    // Of a master that does not exist, so that it keeps what it has.
    await redis.call('REPLICAOF', '127.0.0.1', '1');
    expect(await refusedAfter(store.commit('p', 1n, 2n, event(2n, 2)))).toBeLessThan(1_000);
    await wellAgain(store);
    await expectApplied(store, 'p', 1n);
    await redis.call('REPLICAOF', 'NO', 'ONE');
    await applyUntil(store, 'p', 2n);
    await expectApplied(store, 'p', 2n);
  });

  it('are not written in part when its memory is full', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 1n);
    await redis.call('CONFIG', 'SET', 'maxmemory', '1');
    await expect(store.commit('p', 1n, 2n, event(2n, 2))).rejects.toThrow(Unavailable);
    await expectApplied(store, 'p', 1n);
    await redis.call('CONFIG', 'SET', 'maxmemory', '0');
    await applyUntil(store, 'p', 2n);
    await expectApplied(store, 'p', 2n);
  });

  it.each([{}, { cluster: true }])('are refused for what it says to whom it turns away: %j', async (options) => {
    const { redis, store } = await start(options);
    await applyUntil(store, 'p', 1n);
    await redis.call('CONFIG', 'SET', 'maxclients', '1');
    const other = open(redis.url);
    await expect
      .poll(() => other.get('p', 'total').catch(String), { timeout: 30_000 })
      .toMatch(/^Unavailable: Redis cannot be reached: ERR max number of clients .*reached$/);
  });

  it('need its password, which no error tells', async () => {
    const { redis } = await start();
    await redis.call('CONFIG', 'SET', 'requirepass', 'right');
    const withPassword = (password: string) => redis.url.replace('redis://', `redis://:${password}@`);
    await applyUntil(open(withPassword('right')), 'p', 1n);
    for (const address of [redis.url, withPassword('wr0ng')]) {
      const refusal = await open(address).get('p', 'total').catch(String);
      expect(refusal).toMatch(/^AccessRefused: .*(NOAUTH|WRONGPASS)/);
      expect(refusal).not.toContain('wr0ng');
    }
  });
});

describe('read models in a Redis with others', () => {
  it('are in the database that the address names, and in no other where there is none of that number', async () => {
    const { redis } = await start();
    await applyUntil(open(`${redis.url}/3`), 'p', 1n);
    expect(await redis.call('DBSIZE')).toEqual([0]);
    const nowhere = open(`${redis.url}/99`);
    do {
      const refusal = await nowhere.commit('p', undefined, 1n, event(1n, 1)).catch(String);
      expect(refusal).toMatch(/^AccessRefused: READ_MODELS names a database .*DB index is out of range/);
    } while ((await refusedDatabases(redis)) < 3); // It is never taken for ready, however often it connects again.
    expect(await redis.call('DBSIZE')).toEqual([0]);
  });

  it('are kept apart by their prefix', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 3n);
    const elsewhere = open(redis.url, 'another-shop-');
    expect(await elsewhere.projections()).toEqual([]);
    await expectApplied(elsewhere, 'p', undefined);
    await applyUntil(elsewhere, 'p', 1n);
    await elsewhere.drop('p');
    await expectApplied(store, 'p', 3n);
  });

  it('leave nothing behind when they are dropped', async () => {
    const { redis, store } = await start();
    await applyUntil(store, 'p', 20n);
    await store.drop('p');
    expect(await redis.call('DBSIZE')).toEqual([0]);
  });
});
