import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import { ExpiringCache } from '../../modules/kernel/memory/expiring-cache.ts';
import type { RateLimiter } from './rate-limiter.ts';

type Window = { until: number };

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
  const windows = new ExpiringCache<Window>({
    capacity,
    now,
    dropped: (key) => void counts.delete(key),
  });

  function begin(key: string, length = seconds): Window {
    const window = { until: now().getTime() + length * 1_000 };
    windows.set(key, window, window.until);
    return window;
  }

  function within({ until }: Window, { remainingPoints, consumedPoints, isFirstInDuration }: RateLimiterRes) {
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
    async penalty(key, count) {
      const window = windows.get(String(key)) ?? begin(String(key));
      return within(window, await counts.penalty(key, count));
    },
    async set(key, count, length) {
      const window = begin(String(key), length);
      return within(window, await counts.set(key, count, 0));
    },
  };
}
