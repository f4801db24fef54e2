/** Result codes of SQLite, primary ones first: https://sqlite.org/rescode.html */
const PERMISSION = 3;
const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const TOO_BIG = 18;
const NOT_A_DATABASE = 26;

/** Extended: no room for the file beside a database that its readers share, which is made anew by whoever opens it first. */
const IO_ERROR_SHARED_MEMORY_SIZE = 10 + 19 * 256;

/** Another connection holds the lock; waiting helps. */
export function isBusy(error: unknown): error is Error {
  return [BUSY, LOCKED].includes(codeOf(error));
}

/** What the file holds is no longer a database. */
export function isDamage(error: unknown): error is Error {
  return codeOf(error) === CORRUPT || isNoDatabase(error);
}

/** The file is none of SQLite's. */
export function isNoDatabase(error: unknown): error is Error {
  return codeOf(error) === NOT_A_DATABASE;
}

/** The disk or its permissions do not let us; the operator can help. */
export function isOutOfReach(error: unknown): error is Error {
  return [PERMISSION, READ_ONLY, IO_ERROR, FULL, CANNOT_OPEN].includes(codeOf(error));
}

/** There is no room left on the disk: for what is written, or for what who opens a database makes beside it, also to read only. */
export function isOutOfRoom(error: unknown): error is Error {
  return codeOf(error) === FULL || extendedCodeOf(error) === IO_ERROR_SHARED_MEMORY_SIZE;
}

/** What was to be put together is more than SQLite makes one value of: a thousand million bytes. */
export function isTooBig(error: unknown): error is Error {
  return codeOf(error) === TOO_BIG;
}

/** What people read of a file, or a folder of files, for which the disk has no room. */
export function noRoomFor(path: string): string {
  return `There is no room left on the disk for ${path}.`;
}

/** Why a database could not be worked with, for people. SQLite itself does not say which one it was. */
export function reasonOf(error: unknown, file: string): string {
  if (isOutOfRoom(error)) return noRoomFor(file);
  return error instanceof Error ? error.message : String(error);
}

/** The primary code; the bits above it say in more detail what is mostly not told apart. */
function codeOf(error: unknown): number {
  return extendedCodeOf(error) & 0xff;
}

function extendedCodeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
}
