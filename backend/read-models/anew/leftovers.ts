import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../../runtime/sqlite-fault.ts';

/** What the names of files have behind that of the one in whose place they are to come. */
export const madeAnew = '.anew-';

/** Takes away what processes left that were killed while they made read models anew. Who is still at it has it locked. */
export function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(basename(file) + madeAnew) && !isInUse(join(folder, name))) rmSync(join(folder, name));
  }
}

function isInUse(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (reason) {
    return isBusy(reason);
  } finally {
    database.close();
  }
}
