import { existsSync } from 'node:fs';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Config } from './config.ts';
import { identityKeys, keyFile } from './identity-keys.ts';
import type { ShopKeys } from './kept-keys.ts';
import { refuseLostKeys } from './keys-of-the-log.ts';
import type { untilReachable } from './until-reachable.ts';

type Parts = { readonly store: EventStore; readonly whenReachable: ReturnType<typeof untilReachable> };

/** The file that keys were made in at this start, beside a log that may have been begun with others. */
export type KeysAtStart = { readonly keys: ShopKeys; readonly madeFile: string | undefined };

/**
 * The keys of a shop that starts, made where its log was not begun with any. A log on this machine is asked first. One at EventStoreDB,
 * which may be away for now, is asked before the shop opens (beginWithKeys): until then its nodes say that they are waiting.
 * @throws BadSetting for keys that are lost or damaged; the store is closed then.
 */
export async function keysAtStart(config: Config, { store, whenReachable }: Parts): Promise<KeysAtStart> {
  const file = keyFile(config.DATA_DIR);
  try {
    if (config.EVENT_STORE === undefined) await whenReachable('the start', () => refuseLostKeys(config, store));
    const isMade = config.IDENTITY_KEYS === undefined && !existsSync(file);
    return { keys: await identityKeys(config, config.DATA_DIR), madeFile: isMade ? file : undefined };
  } catch (reason) {
    await store.close();
    throw reason;
  }
}
