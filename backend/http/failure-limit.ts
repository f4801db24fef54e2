import { RateLimiterRes } from 'rate-limiter-flexible';
import { TooMany } from '../../modules/kernel/errors.ts';
import type { RateLimiter } from './memory-rate-limiter.ts';

/**
 * Counts failed attempts by who made them at what, so that passwords cannot be guessed in bulk. Attempts that succeed
 * are never counted.
 */
export class FailureLimit {
  readonly #failures: RateLimiter;

  /** @param failures whose `points` are the failures that are borne */
  constructor(failures: RateLimiter) {
    this.#failures = failures;
  }

  /** @throws TooMany when the attempt may not be made now. */
  async check(key: string): Promise<void> {
    const failures = await this.#failures.get(key);
    if (failures && failures.consumedPoints >= this.#failures.points) throw tooMany(failures);
  }

  /**
   * Counts one failure.
   * @throws TooMany when others failed meanwhile, and this attempt must not be told what came of it.
   */
  async failed(key: string): Promise<void> {
    try {
      await this.#failures.consume(key);
    } catch (reason) {
      throw reason instanceof RateLimiterRes ? tooMany(reason) : reason;
    }
  }
}

function tooMany({ msBeforeNext }: RateLimiterRes): TooMany {
  return new TooMany('Too many failed attempts. Please try again later.', Math.ceil(msBeforeNext / 1_000));
}
