import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Log } from '../runtime/logging/log.ts';
import type { Config } from '../start/settings/config.ts';
import { auditedStore } from './audited-log.ts';
import { openSealer } from './open-sealer.ts';
import { refuseUnwritableSealTo } from './outside/seal-to.ts';
import { knownSealKeys, sealKeysOf } from './seal-keys.ts';
import type { Sealer } from './sealer.ts';
import { SealAlarm } from './turns/seal-alarm.ts';
import { sealRegularly } from './turns/seal-regularly.ts';

type Options = { readonly store: EventStore; readonly log: Log; readonly now: () => Date };

/**
 * The sealing of a shop that runs. Where the log was sealed with a key that is lost, nothing is sealed, which is in the log each time,
 * and the shop goes on: it sells by what is in its log, and what was sealed stays so.
 * @throws BadSetting for a key that is none, and a place for seals that cannot be written to
 */
export function openSealing(config: Config, { store, log, now }: Options) {
  const { SEAL_EVERY: every } = config;
  knownSealKeys(config);
  if (every !== 0) refuseUnwritableSealTo(config);
  const closing = new AbortController();
  const alarm = new SealAlarm();
  let opened: Sealer | undefined;
  let sealing: Promise<void> | undefined;
  const sealer = async () => {
    opened ??= openSealer(config, { store, keys: await sealKeysOf(config, auditedStore(store)), now });
    return opened;
  };
  return {
    /** Begins, where it is not off. */
    start(): void {
      if (every > 0) sealing = sealRegularly({ store, sealer, every, log, now, signal: closing.signal, alarm });
    },
    /** Why this process does not seal, for admins; undefined while it does. */
    get alarm(): string | undefined {
      return alarm.says;
    },
    async close(): Promise<void> {
      closing.abort();
      await sealing;
    },
  };
}
