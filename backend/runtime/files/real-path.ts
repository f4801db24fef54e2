import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where an absolute path leads, without links; of what is not there yet, where it would be. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (reason) {
    const isMissing =
      reason instanceof Error && 'code' in reason && ['ENOENT', 'ENOTDIR'].includes(String(reason.code));
    if (!isMissing || dirname(path) === path) throw reason;
    return join(realPath(dirname(path)), basename(path));
  }
}
