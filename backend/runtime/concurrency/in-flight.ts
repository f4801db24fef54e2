/** How much is being worked on: a number, since what comes and goes with each call is to be in no set (docs/decisions/0099). */
export class InFlight {
  #working = 0;
  /** For whoever waits until none is. */
  #idle: PromiseWithResolvers<void> | undefined;

  get size(): number {
    return this.#working;
  }

  /** Does the work, and counts it as long as it takes. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = work();
    this.#working += 1;
    working.then(this.#done, this.#done);
    return working;
  }

  /** Resolves when nothing is being worked on, or after so many milliseconds. */
  async idle(milliseconds?: number): Promise<void> {
    if (this.#working === 0) return;
    this.#idle ??= Promise.withResolvers();
    if (milliseconds === undefined) return this.#idle.promise;
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, milliseconds);
    await Promise.race([this.#idle.promise, timeout.promise]);
    clearTimeout(timer);
  }

  readonly #done = (): void => {
    this.#working -= 1;
    if (this.#working > 0) return;
    this.#idle?.resolve();
    this.#idle = undefined;
  };
}
