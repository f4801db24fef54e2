/** The requests that are being worked on, also those whose caller has hung up: what they began they finish. */
export class InFlight {
  readonly #working = new Set<Promise<unknown>>();

  get size(): number {
    return this.#working.size;
  }

  /** Does the work, and counts it as long as it takes. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = work();
    this.#working.add(working);
    const done = () => this.#working.delete(working);
    working.then(done, done);
    return working;
  }

  /** Resolves when nothing is being worked on, or after so many milliseconds. */
  async idle(milliseconds: number): Promise<void> {
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, milliseconds);
    await Promise.race([Promise.allSettled(this.#working), timeout.promise]);
    clearTimeout(timer);
  }
}
