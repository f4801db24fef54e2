import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { enlargeDisk, mountDisk, unmountDisk } from './mount-disk.ts';

/** A disk of so many kilobytes that goes away with the test. Specs that ask for one are called full-disk: not everybody may mount one. */
export function smallDisk(kilobytes: number): string {
  const folder = temporaryFolder();
  if (!mountDisk(folder, kilobytes)) throw new Error('This user may not mount a disk.');
  onTestFinished(() => unmountDisk(folder));
  return folder;
}

/** Makes room on it: it has so many kilobytes from then on. */
export function enlarge(disk: string, kilobytes: number): void {
  if (!enlargeDisk(disk, kilobytes)) throw new Error(`${disk} cannot be enlarged.`);
}
