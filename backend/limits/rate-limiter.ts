import type { RateLimiterAbstract } from 'rate-limiter-flexible';

/**
 * What the shop uses of a rate limiter, whichever store it counts in: every limiter of rate-limiter-flexible is one.
 * `consume` rejects with a RateLimiterRes beyond `points`, and with an Error when its store is away; `penalty` counts and
 * never says that it is too much; `set` says how much was counted, and for how many seconds from now on.
 */
export type RateLimiter = Pick<RateLimiterAbstract, 'points' | 'get' | 'consume' | 'penalty' | 'set'>;

/** Makes the limiter of a name: so many points a key in a window of so many seconds. */
export type RateLimiters = (name: string, windows: { points: number; seconds: number }) => RateLimiter;
