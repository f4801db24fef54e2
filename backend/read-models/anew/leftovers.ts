import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isBusy } from '../../runtime/sqlite/sqlite-fault.ts';

/** What the names of files have behind that of the one in whose place they are to come. */
export const madeAnew = '.anew-';

/** Takes away what processes left that were killed while they made read models anew. Whoever is still at it has it locked. */
export function removeLeftovers(file: string): void {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const isLeft = name.startsWith(basename(file) + madeAnew) && !isInUse(join(folder, name));
    if (isLeft) rmSync(join(folder, name), { force: true }); // Others who start at the same time take it away too.
  }
}

function isInUse(file: string): boolean {
  const location = pathToFileURL(file);
  location.searchParams.set('mode', 'rw'); // No new file in the place of one that was just taken away.
  const database = new DatabaseSync(location, { timeout: 0, open: false });
  try {
    database.open();
    database.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (reason) {
    return isBusy(reason);
  } finally {
    if (database.isOpen) database.close();
  }
}
