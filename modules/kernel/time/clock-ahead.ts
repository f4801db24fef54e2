/**
 * Further ahead of a node's own clock, in milliseconds, no moment is believed that another has left for all of them: the clock that
 * it was taken from was wrong. Without this, whoever was a year ahead for a minute would keep the others from their work for a year.
 */
const mostAhead = 3_600_000;

/**
 * A moment that others have left, as one's own clock lets one believe it.
 * @param moment milliseconds since 1970
 * @param now the same, by one's own clock
 * @returns 0 for what is too far ahead, as if it had never been said
 */
export function believed(moment: number, now: number): number {
  return moment - now > mostAhead ? 0 : moment;
}

/**
 * Whether so long has passed since a moment of one's own clock. Where that was set back meanwhile nobody can tell, and it counts as
 * passed: else nothing would happen before the clock has come that far again.
 * @param since milliseconds since 1970, as `now` and what passes
 */
export function hasPassed(milliseconds: number, since: number, now: number): boolean {
  return now < since || now - since >= milliseconds;
}
