import { expect, it, vi } from 'vitest';
import { describeRateLimiter } from './contract.ts';
import { memoryRateLimiter } from './memory-rate-limiter.ts';

describeRateLimiter('in memory', async () => {
  let time = 1_000;
  return {
    limiters: (_name, windows) => memoryRateLimiter({ ...windows, capacity: 100, now: () => new Date(time) }),
    pass: async (seconds) => {
      time += seconds * 1_000;
    },
  };
});

it('counts what is left, and says when there will be more', async () => {
  let time = 1_000;
  const limiter = memoryRateLimiter({ points: 2, seconds: 10, capacity: 10, now: () => new Date(time) });
  expect(await limiter.get('key')).toBeNull();
  await limiter.consume('key');
  time += 4_000;
  expect(await limiter.consume('key')).toMatchObject({ remainingPoints: 0, consumedPoints: 2, msBeforeNext: 6_000 });
  await expect(limiter.consume('key')).rejects.toMatchObject({ consumedPoints: 3, msBeforeNext: 6_000 });
  time += 6_000;
  expect(await limiter.get('key')).toBeNull();
  expect(await limiter.consume('key')).toMatchObject({
    remainingPoints: 1,
    consumedPoints: 1,
    isFirstInDuration: true,
  });
});

it('keeps no more keys than it may, and no timer for any', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const capacity = 1_000;
  const limiter = memoryRateLimiter({ points: 2, seconds: 900, capacity, now: () => new Date(1_000) });
  for (let n = 0; n < 50 * capacity; n++) await limiter.consume(`key ${n}`);
  expect(timer).not.toHaveBeenCalled();
  const found = await Promise.all(Array.from({ length: 50 * capacity }, (_, n) => limiter.get(`key ${n}`)));
  expect(found.filter((counted) => counted !== null)).toHaveLength(capacity);
});
