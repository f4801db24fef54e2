import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Unavailable } from '../../modules/kernel/errors.ts';
import { type RunningRedis, startRedis } from '../testing/redis.ts';
import { renewalsContract } from './contract.ts';
import { openRedisRenewals } from './redis.ts';

describe('a server', () => {
  let redis: RunningRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  renewalsContract('Redis', async () => openRedisRenewals({ address: redis.url, prefix: 'inventory-' }));

  it('that is away is said to be, at once', async () => {
    const store = openRedisRenewals({ address: 'redis://127.0.0.1:1', prefix: 'inventory-' });
    await expect(store.find('s1')).rejects.toThrow(Unavailable);
    await expect(store.change('s1', new Date(), (before) => before)).rejects.toThrow(Unavailable);
    await store.close();
  });
});
