import { link, open, rename, rm } from 'node:fs/promises';

/** What disks say that know no hard links: vfat and exFAT, and some that are reached over a network. */
const withoutLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Gives a file that is whole its name, in the same folder. What has that name already stays as it is.
 * @param linked gives it a second name (a hard link)
 * @throws the error EEXIST of the file system where something has
 */
export async function putNew(draft: string, file: string, linked = link): Promise<void> {
  try {
    await linked(draft, file);
  } catch (reason) {
    if (!isWithoutLinks(reason)) throw reason;
    await moveToNew(draft, file);
  }
}

/** The name is taken first, by an empty file: a rename alone would put an end to whatever has it. */
async function moveToNew(draft: string, file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
  try {
    await rename(draft, file);
  } catch (reason) {
    await rm(file, { force: true });
    throw reason;
  }
}

const isWithoutLinks = (reason: unknown) =>
  reason instanceof Error && 'code' in reason && withoutLinks.includes(`${reason.code}`);
