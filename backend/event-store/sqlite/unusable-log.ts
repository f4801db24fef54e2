import { Unavailable } from '../../../modules/kernel/errors.ts';

/** The file is not a log that can be trusted. It is left as it is: putting it right is for a person with a backup. */
export class UnusableLog extends Error {
  override name = 'UnusableLog';
}

/** The disk has no room for what was to be written. What was written before can be read, and a later write may find room. */
export class NoRoom extends Unavailable {}

export function unusable(file: string, why: string, options?: ErrorOptions): UnusableLog {
  return new UnusableLog(`${file} cannot be used as the event log: ${why}`, options);
}

// SQLite's primary result codes, https://www.sqlite.org/rescode.html
const corrupt = 11;
const full = 13;
const notADatabase = 26;
const unreachable = new Set([5 /* busy */, 6 /* locked */, 8 /* read-only */, 10 /* I/O */, 14 /* open */]);

/** What an error of SQLite means to the user of the log; any other error as it is. */
export function meaningOf(error: unknown, file: string): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
  if (code === undefined) return error;
  if (code === notADatabase) return unusable(file, 'it is not a SQLite database.', { cause: error });
  if (code === corrupt) return unusable(file, `it is damaged (${error.message}).`, { cause: error });
  if (code === full) return new NoRoom(`${file}: ${error.message}`, { cause: error });
  if (unreachable.has(code)) return new Unavailable(`${file}: ${error.message}`, { cause: error });
  return error;
}

/** Runs something on the database, and throws what its errors mean. */
export function explained<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw meaningOf(error, file);
  }
}
