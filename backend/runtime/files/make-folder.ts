import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from './sync-directory.ts';

/**
 * Makes a folder and those above it, so that they outlast a power cut. What `recursive` of mkdir does, but where no
 * folder can be made, in /proc for one, that never ends and hears no signal.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  makeFolder(parent);
  try {
    mkdirSync(path, { mode });
    syncDirectory(parent);
  } catch (reason) {
    const isThere = reason instanceof Error && 'code' in reason && reason.code === 'EEXIST';
    if (!isThere) throw reason; // Another process has made it meanwhile.
  }
}
