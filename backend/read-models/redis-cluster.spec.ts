import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { ask } from '../testing/redis/ask.ts';
import { type RunningRedis, startRedis } from '../testing/redis.ts';
import { thoroughly } from '../testing/thoroughly.ts';
import { applyUntil, event, expectApplied, expectRefused, refusedAfter } from './contract/applying.ts';
import { readModelsContract } from './contract.ts';
import { openRedisReadModels } from './redis.ts';

// One cluster for all, because it takes seconds until it serves.
let redis: RunningRedis;
let store: ReadModels;
beforeAll(async () => {
  redis = await startRedis({ cluster: true });
  store = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
});
afterAll(async () => {
  await store.close();
  await redis.stop();
});

describe('a cluster', () => {
  readModelsContract('a Redis Cluster', async () => openRedisReadModels({ address: redis.url, prefix: 'inventory-' }));
});

describe('read models in a Redis Cluster', () => {
  it('are spread over its nodes', async () => {
    for (let n = 0; n < 32; n += 1) await store.commit(`spread.v${n}`, undefined, 1n, []);
    for (const size of await redis.call('DBSIZE')) expect(Number(size)).toBeGreaterThan(0);
    expect(await store.projections()).toEqual(expect.arrayContaining(['spread.v0', 'spread.v31']));
  });

  it('are reached through any one of its nodes', async () => {
    await applyUntil(store, 'entered', 3n);
    for (const node of redis.url.replace('redis://', '').split(',')) {
      const entered = openRedisReadModels({ address: `redis+cluster://${node}`, prefix: 'inventory-' });
      await expectApplied(entered, 'entered', 3n);
      await entered.close();
    }
  });

  it('may lose something where any one of its nodes evicts', async () => {
    const port = Number(redis.url.split(':').at(-1));
    const evicts = (policy: string, room: string) =>
      ask(port, 'CONFIG', 'SET', 'maxmemory-policy', policy, 'maxmemory', room);
    expect(await store.mayLose?.()).toBeUndefined();
    await evicts('allkeys-lru', '64mb');
    onTestFinished(async () => void (await evicts('noeviction', '0')));
    // A command without keys goes to any of them.
    const looks = await Promise.all(Array.from({ length: 8 }, () => store.mayLose?.()));
    expect(looks).toEqual(looks.map(() => 'maxmemory-policy allkeys-lru'));
  });

  it('are written while they move from one node to another', async () => {
    await applyUntil(store, 'moving', 10n);
    const applied = applyUntil(store, 'moving', 1_500n);
    for (let round = 1; round <= 3; round += 1) {
      const moved = await redis.moveSlot('{inventory-moving}');
      expect(moved).toBe(2);
      const at = await store.checkpoint('moving');
      await vi.waitFor(async () => expect(await store.checkpoint('moving')).not.toBe(at), { timeout: 60_000 });
    }
    await applied;
    await expectApplied(store, 'moving', 1_500n);
  });

  it('are refused within a second while a node does not answer', async () => {
    await applyUntil(store, 'paused', 1n);
    await redis.call('CLIENT', 'PAUSE', '1500', 'ALL');
    expect(await refusedAfter(store.get('paused', 'total'))).toBeLessThan(1_000);
    await vi.waitFor(() => store.checkpoint('paused'), { timeout: 60_000 });
    await expectApplied(store, 'paused', 1n);
  });

  thoroughly(
    'are refused within a second after it was killed, and have every event once when it is there again',
    async () => {
      await applyUntil(store, 'killed', 3n);
      const other = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
      const applied = Promise.all([applyUntil(store, 'killed', 2_000n), applyUntil(other, 'killed', 2_000n)]);
      await expect.poll(() => store.checkpoint('killed')).toBeGreaterThan(100n);
      await redis.kill();
      await expectRefused(store, 'killed');
      expect(await refusedAfter(store.commit('killed', 3n, 4n, event(4n, 4)))).toBeLessThan(1_000);
      await redis.start();
      await applied;
      await expectApplied(store, 'killed', 2_000n);
      await other.close();
    },
  );

  it('begin anew after everything in it was deleted', async () => {
    await applyUntil(store, 'flushed', 5n);
    await redis.flush();
    await expectApplied(store, 'flushed', undefined);
    expect(await store.projections()).toEqual([]);
    await applyUntil(store, 'flushed', 2n);
    await expectApplied(store, 'flushed', 2n);
    expect(await store.projections()).toEqual(['flushed']);
  });
});
