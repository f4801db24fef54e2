/**
 * How long a key is used again, in milliseconds. The provider forgets it after 24 hours, and would do the same a second
 * time; an hour is for clocks and for what is on its way.
 * https://docs.stripe.com/api/idempotent_requests
 */
const memory = 23 * 3_600_000;

/** Whether a key that was used at one moment may be used again at another (both ISO 8601). */
export function isWithinMemory(usedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(usedAt) < memory;
}
