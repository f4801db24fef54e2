import { existsSync } from 'node:fs';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { refuseHalfImport } from '../preflight/half-done.ts';
import { BadSetting, type Config } from '../settings/config.ts';
import type { untilReachable } from '../stores/until-reachable.ts';
import { identityKeys, keyFile, textOf } from './identity-keys.ts';
import { type ShopKeys, shopKeys } from './kept-keys.ts';
import { readOrMade } from './key-file.ts';
import { freshKeys } from './key-steps.ts';
import { refuseLostKeys } from './keys-of-the-log.ts';

type Parts = { readonly store: EventStore; readonly whenReachable: ReturnType<typeof untilReachable> };

/** `save` writes down keys that were made at this start. It is undefined for those that were there. */
export type KeysAtStart = { readonly keys: ShopKeys; readonly save: (() => Promise<void>) | undefined };

/** A file of keys is there by now that was not when others were made: of another node that starts, or put back by an operator. */
export class KeysCameMeanwhile extends BadSetting {
  override name = 'KeysCameMeanwhile';
}

/**
 * Opens a shop, and once more where keys came meanwhile, which it takes then. Without this, of several nodes of a new shop that are
 * started together beside one another all but one would end.
 */
export async function withKeysThatCame<Opened>(open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (reason) {
    if (!(reason instanceof KeysCameMeanwhile)) throw reason;
    return open();
  }
}

/**
 * The keys of a shop that starts, made where its log was not begun with any. A log on this machine is asked first. One at EventStoreDB
 * may be away for now: keys that are made beside it are in no file before it has been asked (beginWithKeys), so that none is there in
 * the place of a lost one, and its nodes say meanwhile that they are waiting.
 * @throws BadSetting for keys that are lost or damaged, and for half a log, which may lack only yet what it was begun with; the store is
 * closed then.
 */
export async function keysAtStart(config: Config, { store, whenReachable }: Parts): Promise<KeysAtStart> {
  const { EVENT_STORE, IDENTITY_KEYS, DATA_DIR } = config;
  try {
    if (EVENT_STORE !== undefined && IDENTITY_KEYS === undefined && !existsSync(keyFile(DATA_DIR))) {
      return await made(keyFile(DATA_DIR));
    }
    if (EVENT_STORE === undefined) await whenReachable('the start', () => refuseHalfImport(store));
    await whenReachable('the start', () => refuseLostKeys(config, store));
    return { keys: await identityKeys(config, DATA_DIR), save: undefined };
  } catch (reason) {
    await store.close();
    throw reason;
  }
}

async function made(file: string): Promise<KeysAtStart> {
  const keys = await freshKeys();
  const text = textOf(keys);
  return {
    keys: await shopKeys(keys),
    async save() {
      if ((await readOrMade(file, () => text)) === text) return;
      throw new KeysCameMeanwhile(`${file} was put there while the shop waited for its log. Start it again.`);
    },
  };
}
