import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import { TooMany } from '../../modules/kernel/errors.ts';
import type { RateLimiter, RateLimiters } from './rate-limiter.ts';

/** In seconds: the window that failures are counted in, and the longest lockout. */
const minute = 60;
const longest = 15 * minute;
/** After how many seconds without another lockout the next is as short as the first. */
const quiet = 60 * minute;

/**
 * Counts failed attempts by key, so that passwords cannot be guessed in bulk: after so many within a minute the key is
 * locked out for a minute, then for two, four, eight and fifteen (exponential back-off), until it was not for an hour.
 * What comes while it is locked out is refused and not counted. Whoever knows the shop's policy learns nothing more of a
 * key than that others have tried it.
 */
export class Lockouts {
  readonly #failures: RateLimiter;
  readonly #lockouts: RateLimiter;

  /** @param perMinute failures that are borne within a minute */
  constructor(limiters: RateLimiters, name: string, perMinute: number) {
    this.#failures = limiters(name, { points: perMinute, seconds: minute });
    this.#lockouts = limiters(`${name}-lockouts`, { points: perMinute, seconds: quiet });
  }

  /** @throws TooMany when no attempt may be made now. */
  async check(key: string): Promise<void> {
    const failures = await this.#failures.get(key);
    if (failures && failures.consumedPoints >= this.#failures.points) throw tooMany(failures);
  }

  /**
   * Counts one failure.
   * @throws TooMany when others failed meanwhile, and this attempt must not be told what came of it.
   */
  async failed(key: string): Promise<void> {
    const { points } = this.#failures;
    try {
      const { consumedPoints } = await this.#failures.consume(key);
      // One caller at most has this very count, at all nodes together.
      if (consumedPoints === points) await this.#lockOut(key);
    } catch (reason) {
      throw reason instanceof RateLimiterRes ? tooMany(reason) : reason;
    }
  }

  async #lockOut(key: string): Promise<void> {
    const before = (await this.#lockouts.get(key))?.consumedPoints ?? 0;
    const length = Math.min(minute * 2 ** before, longest);
    await this.#failures.set(key, this.#failures.points, length);
    await this.#lockouts.set(key, before + 1, quiet);
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): TooMany {
  return new TooMany('Too many failed attempts. Please try again later.', Math.max(1, Math.ceil(msBeforeNext / 1_000)));
}
