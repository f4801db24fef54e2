import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory } from '../runtime/sync-directory.ts';
import { freshKeys, type KeptKeys, keptIn, type ShopKeys, shopKeys } from './kept-keys.ts';

export const keyFile = (dir: string) => join(dir, 'identity-keys.json');

/** The keys that the settings say, or else those of the data directory. */
export async function identityKeys(
  { IDENTITY_KEYS }: { readonly IDENTITY_KEYS?: string },
  dataDir: string,
): Promise<ShopKeys> {
  return IDENTITY_KEYS === undefined ? loadOrCreateKeys(dataDir) : shopKeys(keptIn(IDENTITY_KEYS, 'IDENTITY_KEYS'));
}

/**
 * The keys of a data directory, made at the first start. The file is for its owner's eyes only, and belongs in every
 * backup: without it nobody can sign in to the account they have, and nothing that is personal can be read.
 * @throws BadSetting when the file is there but not whole; it is never replaced.
 */
export async function loadOrCreateKeys(dir: string): Promise<ShopKeys> {
  const path = keyFile(dir);
  const text = (await read(path)) ?? (await create(dir, path));
  return shopKeys(keptIn(text, path));
}

/** Puts other keys in the place of those of a data directory, whole or not at all. */
export async function replaceKeys(dir: string, keys: KeptKeys): Promise<void> {
  await written(dir, keys, (draft, path) => rename(draft, path));
}

/** Keys as one line of JSON would have them, for a file or a setting. */
export const textOf = (keys: KeptKeys) => `${JSON.stringify(keys, null, 2)}\n`;

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (reason) {
    if (hasCode(reason, 'ENOENT')) return undefined;
    throw reason;
  }
}

/** Put there only if nothing is: of two that start at once, both use one's. */
async function create(dir: string, path: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  await written(dir, await freshKeys(), (draft) =>
    link(draft, path).catch((reason: unknown) => {
      if (!hasCode(reason, 'EEXIST')) throw reason;
    }),
  );
  return readFile(path, 'utf8');
}

/** Writes in full beside the place, then puts it there. */
async function written(dir: string, keys: KeptKeys, put: (draft: string, path: string) => Promise<void>) {
  const path = keyFile(dir);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(textOf(keys));
      await file.sync();
    } finally {
      await file.close();
    }
    await put(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  syncDirectory(dir);
}

function hasCode(reason: unknown, code: string): boolean {
  return reason instanceof Error && 'code' in reason && reason.code === code;
}
