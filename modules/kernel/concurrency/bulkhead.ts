import { isOfOneStream, SomeNotDone } from '../errors.ts';

/** Bulkhead: what cannot be done for its own stream alone keeps nothing else from being done. */
export class Bulkhead {
  readonly #reasons: unknown[] = [];

  /**
   * Does one of many things.
   * @returns undefined where it cannot be done for its own stream alone, which `end` says
   * @throws what fails otherwise, a store that is away for one
   */
  async hold<Result>(work: Promise<Result>): Promise<Result | undefined> {
    try {
      return await work;
    } catch (reason) {
      if (!isOfOneStream(reason)) throw reason;
      this.#reasons.push(reason);
      return undefined;
    }
  }

  /** @throws SomeNotDone where anything could not be done */
  end(): void {
    if (this.#reasons.length > 0) throw new SomeNotDone(this.#reasons);
  }
}
