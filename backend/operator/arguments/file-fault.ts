import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../../../modules/kernel/errors.ts';
import { isOutOfRoom, noRoomFor } from '../../runtime/sqlite/sqlite-fault.ts';

/** What errors of the file system mean (https://nodejs.org/api/errors.html#common-system-errors), as sentences. */
const faults: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no ${existsSync(dirname(path)) ? path : `folder ${dirname(path)}`}.`,
  ENOTDIR: (path) => `${path} leads through a file, where a folder is meant.`,
  EISDIR: (path) => `${path} is a folder, where a file is meant.`,
  EACCES: (path) => `${path} may not be read or written by this user.`,
  EPERM: (path) => `${path} may not be changed by this user.`,
  EEXIST: isThereAlready,
  ENOTEMPTY: isThereAlready,
  ENAMETOOLONG: (path) => `${path} is too long a name.`,
  ELOOP: (path) => `${path} leads through links without an end.`,
  EROFS: (path) => `${path} is on a disk that may only be read.`,
  ENOSPC: noRoomFor,
};

/** Somebody else was faster, who does the same. */
function isThereAlready(path: string): string {
  return `${path} is there already.`;
}

/** Of what fails for want of room, in a file or a database, that it is for what was to be made; all else as it is. */
export function withoutRoomFor(path: string, reason: unknown): unknown {
  const isFull = isOutOfRoom(reason) || (reason instanceof Error && 'code' in reason && reason.code === 'ENOSPC');
  return isFull ? new Refusal(noRoomFor(path)) : reason;
}

/** What an operator reads of a file or folder that they named and that cannot be had; undefined for all else. */
export function fileFault(reason: unknown): string | undefined {
  if (!(reason instanceof Error)) return undefined;
  const { code = '', path = 'What was named', syscall, dest } = reason as NodeJS.ErrnoException & { dest?: string };
  // What is above it is there: it is made first.
  if (code === 'ENOENT' && syscall === 'mkdir') return `No folder can be made in ${dirname(path)}.`;
  // Of what is copied, linked or renamed it is where it goes that has no room, or has something else.
  const isOfWhereItGoes = code === 'ENOSPC' || code === 'EEXIST' || code === 'ENOTEMPTY';
  return faults[code]?.(isOfWhereItGoes ? (dest ?? path) : path);
}
