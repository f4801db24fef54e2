import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RateLimiters } from './rate-limiter.ts';

/** What every rate limiter promises. `pass` lets at least so many seconds pass, by its clock. */
export function describeRateLimiter(
  name: string,
  opened: () => Promise<{ limiters: RateLimiters; pass: (seconds: number) => Promise<unknown> }>,
): void {
  async function limiter(seconds = 60) {
    const { limiters, pass } = await opened();
    return { one: limiters('one', { points: 3, seconds }), other: limiters('other', { points: 3, seconds }), pass };
  }
  const newKey = () => `key-${randomUUID()}`;

  describe(`a rate limiter ${name}`, () => {
    it('counts up to its points, and says when there will be more', async () => {
      const { one } = await limiter();
      const key = newKey();
      expect(await one.get(key)).toBeNull();
      for (let n = 1; n <= 3; n++) expect(await one.consume(key)).toMatchObject({ consumedPoints: n });
      await expect(one.consume(key)).rejects.toMatchObject({ consumedPoints: 4, remainingPoints: 0 });
      const counted = await one.get(key);
      expect(counted).toMatchObject({ consumedPoints: 4 });
      expect(counted?.msBeforeNext).toBeGreaterThan(55_000);
      expect(counted?.msBeforeNext).toBeLessThanOrEqual(60_000);
    });

    it('gives each of those who come at once a count of their own', async () => {
      const { one } = await limiter();
      const key = newKey();
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => one.consume(key)));
      const counts = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason));
      expect(counts.map(({ consumedPoints }) => consumedPoints).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    });

    it('counts each key and each name for itself', async () => {
      const { one, other } = await limiter();
      const key = newKey();
      await one.consume(key, 3);
      expect(await one.consume(newKey())).toMatchObject({ consumedPoints: 1 });
      expect(await other.consume(key)).toMatchObject({ consumedPoints: 1 });
    });

    it('counts a penalty whatever it comes to', async () => {
      const { one } = await limiter();
      const key = newKey();
      expect(await one.penalty(key, 5)).toMatchObject({ consumedPoints: 5 });
      expect(await one.penalty(key, 2)).toMatchObject({ consumedPoints: 7 });
      await expect(one.consume(key)).rejects.toMatchObject({ consumedPoints: 8 });
    });

    it('can be told what was counted, and for how long that holds', async () => {
      const { one } = await limiter();
      const key = newKey();
      await one.consume(key);
      await one.set(key, 3, 600);
      const counted = await one.get(key);
      expect(counted).toMatchObject({ consumedPoints: 3 });
      expect(counted?.msBeforeNext).toBeGreaterThan(595_000);
      await expect(one.consume(key)).rejects.toMatchObject({ consumedPoints: 4 });
    });

    it('forgets with the window', async () => {
      const { one, pass } = await limiter(1);
      const key = newKey();
      await one.consume(key, 3);
      await expect(one.consume(key)).rejects.toMatchObject({ consumedPoints: 4 });
      await pass(1);
      expect(await one.get(key)).toBeNull();
      expect(await one.consume(key)).toMatchObject({ consumedPoints: 1 });
    });
  });
}
