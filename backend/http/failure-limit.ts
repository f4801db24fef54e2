import { TooMany } from '../../modules/kernel/errors.ts';

const window = 15 * 60_000;
const mostRemembered = 100_000;

/**
 * Counts failed attempts by who made them at what, so that passwords cannot be guessed in bulk. Attempts that succeed
 * are never counted. Kept in this process: with several nodes somebody has as many attempts on each.
 */
export class FailureLimit {
  readonly #most: number;
  readonly #now: () => Date;
  readonly #failures = new Map<string, { count: number; until: number }>();

  constructor(most: number, now: () => Date) {
    this.#most = most;
    this.#now = now;
  }

  /** @throws TooMany when the attempt may not be made now. */
  check(key: string): void {
    const now = this.#now().getTime();
    const failures = this.#failures.get(key);
    if (!failures || failures.until <= now) return;
    if (failures.count < this.#most) return;
    throw new TooMany('Too many failed attempts. Please try again later.', Math.ceil((failures.until - now) / 1_000));
  }

  /**
   * Counts one failure.
   * @throws TooMany when others failed meanwhile, and this attempt must not be told what came of it.
   */
  failed(key: string): void {
    this.check(key);
    const now = this.#now().getTime();
    const failures = this.#failures.get(key);
    if (failures && failures.until > now) {
      failures.count++;
      return;
    }
    this.#failures.delete(key);
    this.#failures.set(key, { count: 1, until: now + window });
    if (this.#failures.size <= mostRemembered) return;
    const oldest = this.#failures.keys().next();
    if (!oldest.done) this.#failures.delete(oldest.value);
  }
}
