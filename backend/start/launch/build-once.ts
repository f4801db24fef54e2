import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../runtime/files/make-folder.ts';
import { isBusy } from '../../runtime/sqlite/sqlite-fault.ts';
import { pause } from '../../runtime/time/pause.ts';

/** Milliseconds between two looks whether another process has ended. */
const lookEvery = 100;

type Build = {
  /** Files and folders that it is made of. */
  readonly sources: readonly string[];
  /** A file that is there while what was built is whole, and is as old as the moment in which that was begun. */
  readonly mark: string;
  /** A file that whoever builds has locked. */
  readonly lock: string;
  /** Whether it is built also where it is whole and new. */
  readonly isAsked?: boolean;
  readonly build: () => Promise<void>;
  /** Told when somebody else is at it. */
  readonly waits?: () => void;
};

/**
 * Builds what is missing, was broken off, or is older than what it is made of. Of processes that come at the same time one
 * builds, and the others wait, and look again: a lock of SQLite's ends with its process, however that ends.
 * @throws whatever `build` does; then it is not whole, and is begun anew by whoever asks next
 */
export async function buildOnce({ sources, mark, lock, isAsked = false, build, waits }: Build): Promise<void> {
  const isWhole = () => {
    const begun = changedAt(mark);
    return begun > 0 && sources.every((path) => changedAt(path) <= begun);
  };
  if (!isAsked && isWhole()) return;
  makeFolder(dirname(lock));
  const held = new DatabaseSync(lock, { timeout: 0 });
  try {
    if (!isTaken(held)) {
      waits?.();
      do await pause(lookEvery);
      while (!isTaken(held));
    }
    // Another may have built it meanwhile.
    if (!isAsked && isWhole()) return;
    rmSync(mark, { force: true });
    const begun = new Date();
    await build();
    writeFileSync(mark, '');
    // What is changed while it is built is not in it.
    utimesSync(mark, begun, begun);
  } finally {
    held.close();
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

/** When a file, or anything in a folder, was changed last, in milliseconds; 0 when it is not there. */
function changedAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const times = entries
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(0, ...times);
}
