import { Unavailable } from '../../../modules/kernel/errors.ts';
import {
  isBusy,
  isDamage,
  isNoDatabase,
  isOutOfReach,
  isOutOfRoom,
  noRoomFor,
} from '../../runtime/sqlite/sqlite-fault.ts';

/** The file is not a log that can be trusted. It is left as it is: putting it right is for a person with a backup. */
export class UnusableLog extends Error {
  override name = 'UnusableLog';
}

/** The disk has no room for what was to be written. What was written before can be read, and a later write may find room. */
export class NoRoom extends Unavailable {}

export function unusable(file: string, why: string, options?: ErrorOptions): UnusableLog {
  return new UnusableLog(`${file} cannot be used as the event log: ${why}`, options);
}

/** What an error of SQLite means to the user of the log; any other error as it is. */
export function meaningOf(error: unknown, file: string): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const { message } = error;
  if (isNoDatabase(error)) return unusable(file, 'it is not a SQLite database.', { cause: error });
  if (isDamage(error)) return unusable(file, `it is damaged (${message}).`, { cause: error });
  if (isOutOfRoom(error)) return new NoRoom(noRoomFor(file), { cause: error });
  if (isOutOfReach(error) || isBusy(error)) return new Unavailable(`${file}: ${message}`, { cause: error });
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
