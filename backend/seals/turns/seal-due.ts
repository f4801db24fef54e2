import { believed } from '../../../modules/kernel/time/clock-ahead.ts';

/**
 * Tells whether the next seal is due. After one of a clock that is far ahead it is, but no more often than ever: else a node whose
 * clock is hours ahead and one whose clock is right would take each other's seals for none, or for old ones, and seal at each look.
 */
export class SealDue {
  readonly #every: number;
  #sealedAt = 0;

  /** @param every milliseconds from one seal to the next */
  constructor(every: number) {
    this.#every = every;
  }

  /**
   * @param last when the log was sealed last, ISO 8601
   * @param now milliseconds since 1970
   */
  isDue(last: string, now: number): boolean {
    const at = believed(Date.parse(last), now);
    return now - (at > 0 ? at : believed(this.#sealedAt, now)) >= this.#every;
  }

  /** This process has sealed. */
  sealed(now: number): void {
    this.#sealedAt = now;
  }
}
