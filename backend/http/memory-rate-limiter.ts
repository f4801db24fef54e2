import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ExpiringCache } from '../../modules/kernel/expiring-cache.ts';

/**
 * What the shop uses of a rate limiter, whichever store it counts in: every limiter of rate-limiter-flexible is one.
 * `consume` rejects with a RateLimiterRes beyond `points`, and with an Error when its store is away.
 */
export type RateLimiter = Pick<RateLimiterAbstract, 'points' | 'get' | 'consume'>;

/**
 * A rate limiter that counts in this process: so many points a key in a window of so many seconds, which begins with the
 * first. The library's own limiter in memory keeps every key that comes, with a timer each, by the machine's clock. Here
 * the windows are a cache with an end: what is counted goes with its window.
 *
 * Once there are more keys than the capacity, the least recently used is forgotten early, and has its points again.
 */
export function memoryRateLimiter(options: {
  points: number;
  seconds: number;
  capacity: number;
  now: () => Date;
}): RateLimiter {
  const { points, seconds, capacity, now } = options;
  const counts = new RateLimiterMemory({ points, duration: 0, keyPrefix: '' }); // Never expires: no timer.
  const windows = new ExpiringCache<{ until: number }>({
    capacity,
    now,
    dropped: (key) => void counts.delete(key),
  });

  function begin(key: string): { until: number } {
    const window = { until: now().getTime() + seconds * 1_000 };
    windows.set(key, window, window.until);
    return window;
  }

  function within(
    { until }: { until: number },
    { remainingPoints, consumedPoints, isFirstInDuration }: RateLimiterRes,
  ) {
    return new RateLimiterRes(remainingPoints, until - now().getTime(), consumedPoints, isFirstInDuration);
  }

  return {
    points,
    async get(key) {
      const window = windows.get(String(key));
      const counted = window && (await counts.get(key));
      return counted ? within(window, counted) : null;
    },
    consume(key, count) {
      const window = windows.get(String(key)) ?? begin(String(key));
      return counts.consume(key, count).then(
        (counted) => within(window, counted),
        (exceeded: RateLimiterRes) => Promise.reject(within(window, exceeded)),
      );
    },
  };
}
