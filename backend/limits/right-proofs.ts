import { TooMany } from '../../modules/kernel/errors.ts';
import type { RateLimiter, RateLimiters } from './rate-limiter.ts';

/** For how long right proofs are counted, in seconds. */
export const hour = 60 * 60;

/**
 * Counts by key how often somebody proved who they are and was right. Each time is written down, a sign-in for ever: without an end,
 * who has an account could have the log grow as fast as passwords are hashed.
 */
export class RightProofs {
  readonly #proofs: RateLimiter;

  /** @param perHour proofs within an hour after the first of them */
  constructor(limiters: RateLimiters, perHour: number) {
    this.#proofs = limiters('right-proofs', { points: perHour, seconds: hour });
  }

  /** @throws TooMany when there have been as many as there may be. */
  async check(key: string): Promise<void> {
    const proofs = await this.#proofs.get(key);
    if (!proofs || proofs.consumedPoints < this.#proofs.points) return;
    throw new TooMany(
      'You have logged in, or confirmed that it is you, too often lately. Please try again later.',
      Math.max(1, Math.ceil(proofs.msBeforeNext / 1_000)),
    );
  }

  /** Counts one. */
  async count(key: string): Promise<void> {
    await this.#proofs.penalty(key);
  }
}
