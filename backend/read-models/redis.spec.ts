import { afterAll, beforeAll, describe } from 'vitest';
import { type RunningRedis, startRedis } from '../testing/redis.ts';
import { readModelsContract } from './contract.ts';
import { openRedisReadModels } from './redis.ts';

for (const cluster of [false, true]) {
  describe(cluster ? 'a cluster' : 'a single server', () => {
    let redis: RunningRedis;
    beforeAll(async () => {
      redis = await startRedis({ cluster });
    });
    afterAll(() => redis.stop());
    readModelsContract(cluster ? 'a Redis Cluster' : 'Redis', async () => openRedisReadModels({ address: redis.url }));
  });
}
