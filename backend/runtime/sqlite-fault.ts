/** Primary result codes of SQLite: https://sqlite.org/rescode.html */
const PERMISSION = 3;
const BUSY = 5;
const LOCKED = 6;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const NOT_A_DATABASE = 26;

/** Another connection holds the lock; waiting helps. */
export function isBusy(error: unknown): error is Error {
  return [BUSY, LOCKED].includes(codeOf(error));
}

/** What the file holds is no longer a database. */
export function isDamage(error: unknown): error is Error {
  return [CORRUPT, NOT_A_DATABASE].includes(codeOf(error));
}

/** The disk or its permissions do not let us; the operator can help. */
export function isOutOfReach(error: unknown): error is Error {
  return [PERMISSION, READ_ONLY, IO_ERROR, FULL, CANNOT_OPEN].includes(codeOf(error));
}

/** There is no room left on the disk. */
export function isOutOfRoom(error: unknown): error is Error {
  return codeOf(error) === FULL;
}

/** The primary code; the bits above it say in more detail what we do not tell apart. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}
