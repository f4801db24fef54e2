import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Asks a store; throws when it is away. */
type Ask = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** Is told what kept a count from the store, and when one came there: who may read may not be one who may count. */
export type Told = { readonly failed: (reason: unknown) => unknown; readonly succeeded: () => void };

/**
 * A rate limiter that all nodes share, and while its store is away the node's own: it counts along, so that who is locked
 * out here stays so, also where the store has forgotten it: emptied, put back, or short of room for what goes by itself. The library's own insurance (`insuranceLimiter`) asks the store that is away at each call, and begins
 * from nothing.
 */
export function insuredRateLimiter(
  shared: RateLimiter,
  own: RateLimiter,
  { breaker, ask, told }: { breaker: CircuitBreaker; ask: Ask; told: Told },
): RateLimiter {
  const telling = (reason: unknown) => {
    told.failed(reason);
    throw reason;
  };
  const tried = <Answer>(call: () => Promise<Answer>) => breaker.ask(() => ask(call).catch(telling));
  const counting = async (count: () => Promise<RateLimiterRes>) => {
    const counted = await tried(count);
    if (counted) told.succeeded();
    return counted;
  };
  return {
    points: shared.points,
    async get(key) {
      return higher(await own.get(key), await tried(() => shared.get(key)));
    },
    async consume(key, points) {
      const mine = await own.consume(key, points).catch(exceeded);
      const counted = higher(mine, await counting(() => shared.consume(key, points).catch(exceeded)));
      if (counted.consumedPoints > shared.points) throw counted;
      return counted;
    },
    async penalty(key, points) {
      const mine = await own.penalty(key, points);
      return higher(mine, await counting(() => shared.penalty(key, points)));
    },
    async set(key, points, seconds) {
      const mine = await own.set(key, points, seconds);
      return (await tried(() => shared.set(key, points, seconds))) ?? mine;
    },
  };
}

/** What the store has counted, unless this node has counted more. */
function higher<Mine extends RateLimiterRes | null>(mine: Mine, counted: RateLimiterRes | null | undefined) {
  return counted && counted.consumedPoints >= (mine?.consumedPoints ?? 0) ? counted : mine;
}

function exceeded(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}
