import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the names in a directory as durable as what they name: fsync of a file does not. */
export function syncDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
