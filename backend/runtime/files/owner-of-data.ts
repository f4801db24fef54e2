import { closeSync, constants, fchownSync, openSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Owner = Pick<Stats, 'uid' | 'gid'>;

/**
 * Who is to own what is made in a data directory: the owner of its log, and before there is one, of the folder. SQLite does the same with
 * what it writes beside a database. Without this a command that root says beside a shop of another user makes files that the shop
 * can neither read nor write. Undefined for whoever is not root, and where all is root's: then a file is its maker's.
 */
export function ownerOfData(dataDir: string): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const known = statSync(join(dataDir, 'events.db'), { throwIfNoEntry: false });
  const owner = known ?? statSync(dataDir, { throwIfNoEntry: false });
  return owner === undefined || owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid };
}

/** Makes an empty file for the owner of the data, where root makes one and none is there: whoever opens it next finds it so. */
export function makeForOwner(file: string, dataDir = dirname(file)): void {
  const owner = file === ':memory:' ? undefined : ownerOfData(dataDir);
  if (owner === undefined) return;
  let made: number;
  try {
    made = openSync(file, 'wx', 0o600); // Not through a link that the owner may have put there.
  } catch (reason) {
    if (codeOf(reason) === 'EEXIST') return;
    throw reason;
  }
  try {
    giveTo(owner, made);
  } finally {
    closeSync(made);
  }
}

/** Has a file that root has copied be the owner's of the data, or its own where all is root's: by itself it is its original's owner's. */
export function giveAway(file: string, owner: Owner = { uid: 0, gid: 0 }): void {
  if (process.getuid?.() !== 0) return;
  const there = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    giveTo(owner, there);
  } finally {
    closeSync(there);
  }
}

/** Where even root may not, by the file system or for want of the capability, the file stays its maker's. */
export function giveTo({ uid, gid }: Owner, file: number): void {
  try {
    fchownSync(file, uid, gid);
  } catch (reason) {
    if (!['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP'].includes(codeOf(reason))) throw reason;
  }
}

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : '';
}
