/** How many seconds there are until the next day in UTC, by which what somebody may do in a day is counted: 1 at least. */
export function secondsUntilTomorrow(now: Date): number {
  return Math.ceil((Date.parse(`${now.toISOString().slice(0, 10)}T23:59:59.999Z`) - now.getTime()) / 1_000) + 1;
}
