/** A time as events carry it: ISO 8601 in UTC, in seconds and up to six digits of their fractions. */
const written = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d:\d\d)$/;

/** Microseconds since 1970 of a time in ISO 8601; undefined for what is none. Exact until the year 2255. */
export function microsecondsOf(time: string): number | undefined {
  const [, seconds, fraction = '', zone] = written.exec(time) ?? [];
  if (seconds === undefined) return undefined;
  const milliseconds = Date.parse(seconds + zone);
  return Number.isNaN(milliseconds) ? undefined : milliseconds * 1_000 + Number(fraction.padEnd(6, '0'));
}

/** Whether a text is a time, of a day that the calendar has: `Date` takes the 30th of February for one in March. */
export function isMoment(text: string): boolean {
  const day = text.slice(0, 10);
  return microsecondsOf(text) !== undefined && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** The time of so many microseconds since 1970, as events carry it. */
export function momentOf(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1_000);
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(microseconds - milliseconds * 1_000).padStart(3, '0')}Z`;
}
