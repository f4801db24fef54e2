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
  const at = new Date(`${local}T00:00:00`);
  // The next day's beginning and not 24 hours later: where the clocks change, a day is longer or shorter.
  at.setDate(at.getDate() + 1);
  return `${new Date(at.getTime() - 1).toISOString().slice(0, 19)}.999999Z`;
}
