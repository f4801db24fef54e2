/** Upper bounds in seconds, each for those that took no longer: from what memory answers in to what nobody waits for. */
export const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * A histogram: how many times something took how long. It is counted here and not in the library that shows it: with labels
 * that takes a microsecond a call, of the hundred that a GET has, and the library would be loaded where nobody asks for it.
 */
export class Durations {
  /** How many were within each bound and above the one before; the last are those above all bounds. */
  readonly counts = new Float64Array(bounds.length + 1);
  /** Of all of them, in seconds. */
  sum = 0;

  add(seconds: number): void {
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] ?? 0)) at += 1;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sum += seconds;
  }
}
