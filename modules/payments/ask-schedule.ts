const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Milliseconds before the provider is asked at all: its own message has had its time then. */
export const patience = minute;

/** After so many milliseconds it is asked first; then hourly for a day, then daily. */
const first = [minute, 5 * minute, 15 * minute];

/** How many times the provider is to have been asked after something that has been open for so many milliseconds. */
export function asksUntil(age: number): number {
  const early = first.filter((time) => age >= time).length;
  const hourly = Math.floor(Math.max(0, Math.min(age, day)) / hour);
  const daily = Math.max(0, Math.floor(age / day) - 1);
  return early + hourly + daily;
}

/**
 * Whether the provider is to be asked after something, by milliseconds since 1970. What is dated later than now began while a clock was
 * ahead, and nobody can tell how long it has been open: it is asked after once an hour. Without this, nobody would ask before the
 * clock has come that far again.
 * @param since when it began
 * @param before when the provider was last asked after everything that was due
 */
export function isDue(since: number, before: number, now: number): boolean {
  if (since > now) return Math.floor(now / hour) > Math.floor(before / hour);
  return asksUntil(now - since) > asksUntil(Math.max(0, before - since));
}
