import { afterAll, beforeAll, describe } from 'vitest';
import { type RunningRedis, startRedis } from '../testing/redis.ts';
import { readModelsContract } from './contract.ts';
import { openRedisReadModels } from './redis.ts';

describe('a single server', () => {
  let redis: RunningRedis;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  readModelsContract('Redis', async () => openRedisReadModels({ address: redis.url, prefix: 'inventory-' }));
});
