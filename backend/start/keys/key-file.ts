import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { link, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '../../runtime/files/make-folder.ts';
import { giveTo, ownerOfData } from '../../runtime/files/owner-of-data.ts';
import { syncDirectory } from '../../runtime/files/sync-directory.ts';

/** Milliseconds after which a draft is of somebody who was killed: it is put in its place as soon as it is on the disk. */
const leftAfter = 60_000;

/** What a file of keys says; it is made at the first need, for its owner's eyes only. Of two that start at once both use one's. */
export async function readOrMade(path: string, make: () => string | Promise<string>): Promise<string> {
  const there = await read(path);
  if (there !== undefined) return there;
  makeFolder(dirname(path), 0o700);
  // Put there only if nothing is.
  await written(path, await make(), (draft) =>
    link(draft, path).catch((reason: unknown) => {
      if (!hasCode(reason, 'EEXIST')) throw reason;
    }),
  );
  return readFile(path, 'utf8');
}

/**
 * Puts another text in the place of what a file of keys says, whole or not at all.
 * @param look throws where what it says by now is to stay
 */
export async function replaced(path: string, text: string, look: (there: string) => void): Promise<void> {
  await written(path, text, async (draft) => {
    // In one go: nobody else in this process comes in between, and hardly anybody in another.
    look(readFileSync(path, 'utf8'));
    renameSync(draft, path);
  });
}

/** Writes in full beside the place, then puts it there. */
async function written(path: string, text: string, put: (draft: string) => Promise<void>): Promise<void> {
  await removeLeft(path);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      const owner = ownerOfData(dirname(path));
      if (owner) giveTo(owner, file.fd);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await put(draft);
  } finally {
    await rm(draft, { force: true });
  }
  syncDirectory(dirname(path));
}

/** Drafts that were left hold keys, be it some that are dropped by now, with which nothing is to be opened any more. */
async function removeLeft(path: string): Promise<void> {
  const folder = dirname(path);
  const drafts = (await readdir(folder)).filter(
    (name) => name.startsWith(basename(path)) && /\.[\da-f]{16}$/.test(name),
  );
  for (const name of drafts) {
    const draft = join(folder, name);
    const { mtimeMs } = await stat(draft).catch(() => ({ mtimeMs: Number.NaN })); // It is in its place by now.
    if (Date.now() - mtimeMs > leftAfter) await rm(draft, { force: true });
  }
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (reason) {
    if (hasCode(reason, 'ENOENT')) return undefined;
    throw reason;
  }
}

function hasCode(reason: unknown, code: string): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === code;
}
