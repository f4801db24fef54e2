const number = new Intl.NumberFormat('en');
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** How far behind something is. Positions are events with SQLite and bytes with EventStoreDB: so it has no unit. */
export function lagShown(lag: number | null): string {
  return lag === null ? 'not known' : lag === 0 ? 'nothing' : number.format(lag);
}

export const counted = (count: number) => number.format(count);
export const momentShown = (at: string) => moment.format(new Date(at));

/** A size of files, in units of a thousand. */
export function sizeShown(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${number.format(Math.round((bytes / 1_000 ** power) * 10) / 10)} ${units[power]}`;
}
