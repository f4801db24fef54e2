import { lstatSync, statSync } from 'node:fs';
import { BadSetting } from '../settings/config.ts';

/** @throws BadSetting for a data directory that is none, and cannot be made: a file, or a link to nothing */
export function refuseNoDataDir(dir: string): void {
  const there = statSync(dir, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there) throw new BadSetting(`DATA_DIR is a file, where a folder is meant: ${dir}`);
  if (lstatSync(dir, { throwIfNoEntry: false }))
    throw new BadSetting(`DATA_DIR is a link to what is not there: ${dir}`);
}
