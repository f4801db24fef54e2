import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a disk of so many kilobytes, in the memory. @returns whether it is there */
export function mountDisk(folder: string, kilobytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]).status === 0;
}

export function enlargeDisk(folder: string, kilobytes: number): boolean {
  return spawnSync('mount', ['-o', `remount,size=${kilobytes}k`, folder]).status === 0;
}

export const unmountDisk = (folder: string) => void spawnSync('umount', ['-l', folder]);

/** Whether this user may mount any: mostly root alone, and in a container not even root. */
export function canMountDisks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-'));
  try {
    const can = mountDisk(folder, 4);
    if (can) unmountDisk(folder);
    return can;
  } finally {
    rmdirSync(folder);
  }
}
