import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { startWatchedRedis, type WatchedRedis } from '../testing/redis/redis-sentinels.ts';
import { applyUntil, expectApplied, expectRefused } from './contract/applying.ts';
import { openRedisReadModels } from './redis.ts';

// One for all, because it takes seconds until the sentinels know each other.
let redis: WatchedRedis;
let store: ReadModels;
beforeAll(async () => {
  redis = await startWatchedRedis();
  store = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
});
afterAll(async () => {
  await store.close();
  await redis.stop();
});

describe('read models in a Redis that sentinels watch', () => {
  it('are in the master, also when the sentinel that is named first is gone', async () => {
    await redis.killSentinel();
    const other = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
    await applyUntil(other, 'started', 3n);
    await expectApplied(store, 'started', 3n);
    await other.close();
  });

  it('are refused within a second when the master is killed, and go on at the server that takes over', async () => {
    await applyUntil(store, 'failover', 100n);
    const applied = applyUntil(store, 'failover', 2_000n);
    await vi.waitFor(async () => expect(await store.checkpoint('failover')).toBeGreaterThan(150n), 60_000);
    const before = await redis.killMaster();
    await expectRefused(store, 'failover');
    await applied;
    await expectApplied(store, 'failover', 2_000n);

    // The old one is back, and takes itself for the master until a sentinel tells it better.
    await redis.start(before);
    expect(await redis.master()).not.toBe(before);
    const other = openRedisReadModels({ address: redis.url, prefix: 'inventory-' });
    await applyUntil(other, 'failover', 2_001n);
    await expectApplied(store, 'failover', 2_001n);
    await other.close();
  });
});
