import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** What errors of the file system mean (https://nodejs.org/api/errors.html#common-system-errors), as sentences. */
const faults: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no ${existsSync(dirname(path)) ? path : `folder ${dirname(path)}`}.`,
  ENOTDIR: (path) => `${path} leads through a file, where a folder is meant.`,
  EISDIR: (path) => `${path} is a folder, where a file is meant.`,
  EACCES: (path) => `${path} may not be read or written by this user.`,
  EPERM: (path) => `${path} may not be changed by this user.`,
  EROFS: (path) => `${path} is on a disk that may only be read.`,
  ENOSPC: (path) => `There is no room left on the disk for ${path}.`,
};

/** What an operator reads of a file or folder that they named and that cannot be had; undefined for all else. */
export function fileFault(reason: unknown): string | undefined {
  if (!(reason instanceof Error)) return undefined;
  const { code = '', path = 'What was named', syscall } = reason as NodeJS.ErrnoException;
  // What is above it is there: it is made first.
  if (code === 'ENOENT' && syscall === 'mkdir') return `No folder can be made in ${dirname(path)}.`;
  return faults[code]?.(path);
}
