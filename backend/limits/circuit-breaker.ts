/** How long a store that failed is not asked again, in ms. */
const pause = 1_000;

/**
 * A circuit breaker: a store that is away is found out about once a second, and not by every caller. Without this, each
 * sign-in waits for a Redis that does not answer.
 */
export class CircuitBreaker {
  readonly #clock: () => number;
  #openUntil = 0;

  /** @param clock milliseconds of a clock that only goes forward */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** What the call answers; undefined, mostly at once, while the store is away. */
  async ask<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.#clock() < this.#openUntil) return undefined;
    try {
      return await call();
    } catch {
      this.#openUntil = this.#clock() + pause;
      return undefined;
    }
  }
}
