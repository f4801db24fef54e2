import { Busy, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Log } from './log.ts';

/** How often the failures of one row are told of, in milliseconds. */
const minute = 60_000;

/**
 * Logs the failures of something that is tried again and again: the first of a row with its stack, the following ones in
 * a line a minute, with how many there were, and at once where what was away is back and something else is wrong. Without
 * this, an outage would bury what else the log says, and one of a day fill the disk. That something is away (Unavailable), or is busy with
 * others (Busy), is expected of it, and is a warning without a stack from the first time on.
 */
export function failuresTo(what: string, log: Log, fields: { readonly [name: string]: string } = {}) {
  let row = 0;
  let toldAt = 0;
  let wasAway = false;
  return {
    /** One more failure. Resolves to how many there were in a row, this one included. */
    failed(reason: unknown): number {
      row += 1;
      const now = performance.now();
      const isAway = liesInWhatIsAway(reason);
      const isAnother = row === 1 || (wasAway && !isAway);
      if (!isAnother && now - toldAt < minute) return row;
      toldAt = now;
      wasAway = isAway;
      const message = reason instanceof Error ? reason.message : String(reason);
      if (isAway) log.warn({ ...fields, reason: message, failures: row }, `${what} has to wait`);
      else if (isAnother) log.error({ ...fields, err: reason }, `${what} failed; trying again`);
      else log.error({ ...fields, reason: message, failures: row }, `${what} failed again`);
      return row;
    },
    /** It went well: the next failure is the first of a row. */
    succeeded(): void {
      row = 0;
    },
  };
}

/** Of several failures each has to. */
function liesInWhatIsAway(reason: unknown): boolean {
  if (reason instanceof AggregateError) return reason.errors.length > 0 && reason.errors.every(liesInWhatIsAway);
  return reason instanceof Unavailable || reason instanceof Busy;
}
