/** The window of a quota, in milliseconds: what was done before it counts no more. */
const aDay = 24 * 60 * 60_000;

/**
 * A sliding window log: when something was done within the last day, with one more.
 * @param recent milliseconds since the Unix epoch, as `at`
 */
export function withOneMore(recent: readonly number[], at: number): readonly number[] {
  return [...recent.filter((before) => before > at - aDay), at];
}

/**
 * How long one must wait until there is room for one more, in seconds; undefined where there is.
 * @param recent milliseconds since the Unix epoch, in any order: clocks differ
 * @param perDay so many in any 24 hours; 0 is without limit
 */
export function secondsUntilRoom(recent: readonly number[], perDay: number, now: Date): number | undefined {
  if (perDay === 0) return undefined;
  const counted = recent.filter((at) => at > now.getTime() - aDay).sort((one, other) => one - other);
  // The one whose day must be over before there is room for another.
  const inTheWay = counted.at(-perDay);
  return inTheWay === undefined ? undefined : Math.ceil((inTheWay + aDay - now.getTime()) / 1_000);
}
