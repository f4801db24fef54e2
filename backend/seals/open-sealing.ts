import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Log } from '../runtime/log.ts';
import type { Config } from '../start/config.ts';
import { openSealer } from './open-sealer.ts';
import { sealKeysOf } from './seal-keys.ts';
import { sealRegularly } from './seal-regularly.ts';

type Options = { readonly store: EventStore; readonly log: Log; readonly now: () => Date };

/** The sealing of a shop that runs. @throws BadSetting for a key that is none */
export async function openSealing(config: Config, { store, log, now }: Options) {
  const sealer = openSealer(config, { store, keys: await sealKeysOf(config), now });
  const closing = new AbortController();
  let sealing: Promise<void> | undefined;
  return {
    /** Begins, where it is not off. */
    start(): void {
      const { SEAL_EVERY: every } = config;
      if (every > 0) sealing = sealRegularly({ store, sealer, every, log, now, signal: closing.signal });
    },
    async close(): Promise<void> {
      closing.abort();
      await sealing;
    },
  };
}
