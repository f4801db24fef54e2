import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Config } from './config.ts';
import { identityKeys } from './identity-keys.ts';
import type { ShopKeys } from './kept-keys.ts';
import { refuseLostKeys } from './keys-of-the-log.ts';
import type { untilReachable } from './until-reachable.ts';

type Parts = { readonly store: EventStore; readonly whenReachable: ReturnType<typeof untilReachable> };

/**
 * The keys of a shop that starts, made where its log was not begun with any. Where there is no file of them and the log is away,
 * that is waited for.
 * @throws BadSetting for keys that are lost or damaged; the store is closed then.
 */
export async function keysAtStart(config: Config, { store, whenReachable }: Parts): Promise<ShopKeys> {
  try {
    await whenReachable('the start', () => refuseLostKeys(config, store));
    return await identityKeys(config, config.DATA_DIR);
  } catch (reason) {
    await store.close();
    throw reason;
  }
}
