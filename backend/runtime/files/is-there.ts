import { statSync } from 'node:fs';

/** Whether a file or folder is there. Where that may not be known it throws (EACCES), and does not say that there is none. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
