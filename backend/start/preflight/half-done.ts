import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SideRecords } from '../../../modules/kernel/event-store.ts';
import { BadSetting } from '../settings/config.ts';

/** The record beside a log that an import or a copy is still writing, or was broken off at. */
export const importUnderWay = 'import-under-way';

/** The file in a data directory that a restore is still writing, or was broken off at. */
export const restoreUnderWay = (dir: string) => join(dir, 'restore-under-way');

/** @throws BadSetting for a log that is half of another: nobody would know which orders it lacks. */
export async function refuseHalfImport({ records }: { readonly records: Pick<SideRecords, 'get'> }): Promise<void> {
  if (!(await records.get(importUnderWay))) return;
  throw new BadSetting(
    'The log holds half of what is being imported or copied. Say that again, or begin with an empty store.',
  );
}

/** @throws BadSetting for a data directory that a restore was broken off at */
export function refuseHalfRestore(dir: string): void {
  if (!existsSync(restoreUnderWay(dir))) return;
  throw new BadSetting(`DATA_DIR holds half of what is being restored: ${dir}. Say the restore again.`);
}
