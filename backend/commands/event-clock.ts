/** How far a time may be behind the one before and come after it all the same, in microseconds: clocks are corrected a little. */
const corrected = 5_000_000;

/**
 * The times of events: ISO 8601 in UTC with microseconds, each later than the one before. What happens within the same
 * millisecond keeps its order when it is listed by time. Between nodes the order is as good as their clocks. A clock that was
 * set back by more than a little is believed: orders that are dated days ahead would never lapse.
 */
export class EventClock {
  readonly #now: () => Date;
  #last = 0;
  /** The millisecond of the last, and how it is written, up to its microseconds. */
  #millisecond = -1;
  #written = '';

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** The time of the next event. */
  next(): string {
    const now = this.#now().getTime() * 1_000;
    this.#last = this.#last - now > corrected ? now : Math.max(now, this.#last + 1);
    const millisecond = Math.floor(this.#last / 1_000);
    if (millisecond !== this.#millisecond) {
      this.#millisecond = millisecond;
      this.#written = new Date(millisecond).toISOString().slice(0, -1);
    }
    return `${this.#written}${String(this.#last % 1_000).padStart(3, '0')}Z`;
  }
}
