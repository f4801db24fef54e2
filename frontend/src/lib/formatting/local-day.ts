const day = /^\d{4}-\d\d-\d\d$/;
const pad = (part: number, length = 2) => String(part).padStart(length, '0');

/** The day of a time of an address where whoever looks is, as a date field has it; '' for what is no time. */
export function localDay(time: string | undefined): string {
  if (!time || day.test(time)) return time ?? '';
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return '';
  return `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** When a day begins there, in UTC; '' for what is no day. */
export function beginningOf(local: string): string {
  const at = new Date(`${local}T00:00:00`);
  return day.test(local) && !Number.isNaN(at.getTime()) ? at.toISOString().replace('.000Z', 'Z') : '';
}

/** The last microsecond of a day there, in UTC; '' for what is no day. */
export function endOf(local: string): string {
  if (beginningOf(local) === '') return '';
  const [year = 0, month = 0, date = 0] = local.split('-').map(Number);
  const next = new Date(0);
  // The next day's beginning and not 24 hours later: where the clocks change, a day is longer or shorter. Nor this day's, a date on: where they
  // change at midnight, a day begins at one.
  next.setFullYear(year, month - 1, date + 1);
  next.setHours(0, 0, 0, 0);
  return `${new Date(next.getTime() - 1).toISOString().slice(0, 19)}.999999Z`;
}
