/**
 * How long a key is used again, in milliseconds. The provider forgets it after 24 hours, and would do the same a second
 * time; an hour is for clocks and for what is on its way.
 * https://docs.stripe.com/api/idempotent_requests
 */
const clocks = 3_600_000;
const memory = 24 * 3_600_000 - clocks;

/** Whether a key that was used at one moment may be used again at another (both ISO 8601). */
export function isWithinMemory(usedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(usedAt) < memory && !isOfWrongClock(usedAt, now);
}

/** Whether a key is said to have been used so much later than now (both ISO 8601) that nobody can tell when it was: a clock was ahead. */
export function isOfWrongClock(usedAt: string, now: string): boolean {
  return Date.parse(usedAt) - Date.parse(now) > clocks;
}
