import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acted, grace, renewed } from '../../modules/identity/sessions/renewal.ts';
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

  it('has one clock for nodes whose own are apart: a cookie is good for as long at each, and an act as long ago', async () => {
    const apart = 3 * grace;
    const clocks = [() => Date.now(), () => Date.now() + apart, () => Date.now() - apart] as const;
    const nodes = clocks.map((clock) => {
      const store = openRedisRenewals({ address: redis.url, prefix: 'inventory-', clock });
      const use = async (generation: number) => {
        let next: number | undefined;
        await store.change('s2', new Date(clock() + 60_000), (before) => {
          const outcome = renewed(before, generation, clock());
          next = outcome?.next;
          return outcome && acted(outcome.renewal, clock());
        });
        return next;
      };
      return { store, use, ago: async () => clock() - ((await store.find('s2'))?.actedAt ?? 0) };
    });
    for (const [generation, { use }] of nodes.entries()) expect(await use(generation)).toBe(generation + 1);
    for (const { use } of nodes) expect(await use(0)).toBe(3);
    for (const { ago } of nodes) expect(Math.abs(await ago())).toBeLessThan(grace);
    await Promise.all(nodes.map(({ store }) => store.close()));
  });

  it('that is away is said to be, at once', async () => {
    const store = openRedisRenewals({ address: 'redis://127.0.0.1:1', prefix: 'inventory-' });
    await expect(store.find('s1')).rejects.toThrow(Unavailable);
    await expect(store.change('s1', new Date(), (before) => before)).rejects.toThrow(Unavailable);
    await store.close();
  });
});
