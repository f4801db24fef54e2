/** What one looks for in the history, as the address bar and the shop both name it. */
export const wantedNames = ['entity', 'actor', 'type', 'since', 'until', 'correlation'] as const;
export type WantedName = (typeof wantedNames)[number];
export type HistoryWanted = Readonly<Partial<Record<WantedName, string>>>;

/** What an address asks for; what is empty is not asked for. */
export function wantedIn(params: URLSearchParams): HistoryWanted {
  return Object.fromEntries(wantedNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
}

/** The part of an address after its path that asks for it. */
export function searchFor(wanted: HistoryWanted, after = ''): string {
  const params = new URLSearchParams(wanted);
  if (after) params.set('after', after);
  return params.size > 0 ? `?${params}` : '';
}

const day = /^\d{4}-\d\d-\d\d$/;
const pad = (part: number, length = 2) => String(part).padStart(length, '0');

/** A time of an address as a field of a form has it (datetime-local): to the second, in the time of whoever looks. */
export function localOf(time: string | undefined, { isEnd = false } = {}): string {
  if (!time) return '';
  const at = new Date(day.test(time) ? `${time}T${isEnd ? '23:59:59' : '00:00:00'}Z` : time);
  if (Number.isNaN(at.getTime())) return '';
  const date = `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${date}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

/** Whether a field is as it was made from a time: browsers leave out seconds that are 0. */
export function isUntouched(field: string, time: string | undefined, end = {}): boolean {
  return timeOf(field) === timeOf(localOf(time, end));
}

/** The other way: ISO 8601 in UTC. `isEnd`: up to the end of that second. */
export function timeOf(local: string, { isEnd = false } = {}): string {
  const at = new Date(local);
  if (local === '' || Number.isNaN(at.getTime())) return '';
  return `${at.toISOString().slice(0, 19)}${isEnd ? '.999999' : ''}Z`;
}
