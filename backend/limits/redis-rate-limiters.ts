import RateLimiterRedis from 'rate-limiter-flexible/lib/RateLimiterRedis.js';
import { RedisConnection } from '../read-models/redis-connection.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { insuredRateLimiter, type Told } from './insured-rate-limiter.ts';
import type { RateLimiters } from './rate-limiter.ts';

/** How long an answer of Redis is waited for, in ms: a fraction of what a hash takes. */
const patience = 250;

/** Rate limiters that all nodes with the same Redis share. */
export type SharedRateLimiters = {
  /** Each is insured by one of this node's own. */
  readonly limiters: RateLimiters;
  /** Without insurance, for whoever can do without an answer. */
  readonly bare: RateLimiters;
  readonly close: () => Promise<void>;
};

/**
 * Rate limiters in Redis. Each key of theirs is a key of Redis by itself, which goes when its window ends: so they may lie
 * on any node of a cluster.
 * @param own this node's limiters
 * @param told how it goes to count there; while it does not, each node counts for itself, and nobody else would hear of it
 * @throws BadRedisAddress
 */
export function openRedisRateLimiters({
  address,
  prefix,
  own,
  told,
}: {
  address: string;
  prefix: string;
  own: RateLimiters;
  told: Told;
}): SharedRateLimiters {
  const connection = new RedisConnection(address);
  const breaker = new CircuitBreaker();
  const ask = <Answer>(call: () => Promise<Answer>) => connection.ask(patience, call);
  const inRedis: RateLimiters = (name, { points, seconds }) =>
    connection.use(
      (storeClient) =>
        new RateLimiterRedis({ storeClient, keyPrefix: `${prefix}limit-${name}`, points, duration: seconds }),
    );
  return {
    limiters: (name, windows) => insuredRateLimiter(inRedis(name, windows), own(name, windows), { breaker, ask, told }),
    bare(name, windows) {
      const shared = inRedis(name, windows);
      return {
        points: shared.points,
        get: (key) => ask(() => shared.get(key)),
        consume: (key, points) => ask(() => shared.consume(key, points)),
        penalty: (key, points) => ask(() => shared.penalty(key, points)),
        set: (key, points, seconds) => ask(() => shared.set(key, points, seconds)),
      };
    },
    close: () => connection.close(),
  };
}
