import { join } from 'node:path';
import { BadSetting } from '../settings/config.ts';
import { type KeptKeys, keptIn, type ShopKeys, shopKeys } from './kept-keys.ts';
import { readOrMade, replaced } from './key-file.ts';
import { freshKeys } from './key-steps.ts';

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
  const text = await readOrMade(path, async () => textOf(await freshKeys()));
  return shopKeys(keptIn(text, path));
}

/**
 * Puts other keys in the place of those of a data directory, whole or not at all.
 * @throws BadSetting where those are not `before` any more: a key that somebody else has put there would be lost, and what is written with it
 */
export async function replaceKeys(dir: string, keys: KeptKeys, before: KeptKeys): Promise<void> {
  const path = keyFile(dir);
  await replaced(path, textOf(keys), (there) => {
    if (textOf(keptIn(there, path)) === textOf(before)) return;
    throw new BadSetting(
      `${path} was changed meanwhile, by another command perhaps. Nothing was replaced: say this again.`,
    );
  });
}

/** Keys as one line of JSON would have them, for a file or a setting. */
export const textOf = (keys: KeptKeys) => `${JSON.stringify(keys, null, 2)}\n`;
