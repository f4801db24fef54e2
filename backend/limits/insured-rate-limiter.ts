import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Asks a store; throws when it is away. */
type Ask = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/**
 * A rate limiter that all nodes share, and while its store is away the node's own: it counts along, so that who is locked
 * out here stays so. The library's own insurance (`insuranceLimiter`) asks the store that is away at each call, and begins
 * from nothing.
 */
export function insuredRateLimiter(
  shared: RateLimiter,
  own: RateLimiter,
  { breaker, ask }: { breaker: CircuitBreaker; ask: Ask },
): RateLimiter {
  const tried = <Answer>(call: () => Promise<Answer>) => breaker.ask(() => ask(call));
  return {
    points: shared.points,
    async get(key) {
      const counted = await tried(() => shared.get(key));
      return counted === undefined ? own.get(key) : counted;
    },
    async consume(key, points) {
      const mine = await own.consume(key, points).catch(exceeded);
      const counted = (await tried(() => shared.consume(key, points).catch(exceeded))) ?? mine;
      if (counted.consumedPoints > shared.points) throw counted;
      return counted;
    },
    async penalty(key, points) {
      const mine = await own.penalty(key, points);
      return (await tried(() => shared.penalty(key, points))) ?? mine;
    },
    async set(key, points, seconds) {
      const mine = await own.set(key, points, seconds);
      return (await tried(() => shared.set(key, points, seconds))) ?? mine;
    },
  };
}

function exceeded(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}
