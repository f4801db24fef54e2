import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Log } from '../runtime/log.ts';
import type { Config } from '../start/config.ts';
import { auditedStore } from './audited-log.ts';
import { openSealer } from './open-sealer.ts';
import { knownSealKeys, sealKeysOf } from './seal-keys.ts';
import { sealRegularly } from './seal-regularly.ts';
import { refuseUnwritableSealTo } from './seal-to.ts';
import type { Sealer } from './sealer.ts';

type Options = { readonly store: EventStore; readonly log: Log; readonly now: () => Date };

/** The sealing of a shop that runs, where it is not off. */
export type Sealing = {
  /** Has the key, which is made before the first seal. @throws BadSetting where the log was sealed with one that is lost */
  readonly begin: () => Promise<void>;
  readonly start: () => void;
  readonly close: () => Promise<void>;
};

/** @throws BadSetting for a key that is none, and a place for seals that cannot be written to */
export function openSealing(config: Config, { store, log, now }: Options): Sealing {
  const { SEAL_EVERY: every } = config;
  knownSealKeys(config);
  if (every !== 0) refuseUnwritableSealTo(config);
  const closing = new AbortController();
  let sealer: Sealer | undefined;
  let sealing: Promise<void> | undefined;
  return {
    async begin() {
      if (every === 0) return;
      const keys = await sealKeysOf(config, auditedStore(store));
      sealer = openSealer(config, { store, keys, now });
    },
    start() {
      if (sealer) sealing = sealRegularly({ store, sealer, every, log, now, signal: closing.signal });
    },
    async close() {
      closing.abort();
      await sealing;
    },
  };
}
