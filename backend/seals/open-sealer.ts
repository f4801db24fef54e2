import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { Config } from '../start/settings/config.ts';
import type { Outside } from './outside/outside.ts';
import { outsideAddress } from './outside/outside-address.ts';
import { outsideFile, readSealsFile, type SealsRead, sealsFile } from './outside/outside-file.ts';
import { fileOfSealTo, isAddress, refuseUnwritableSealTo } from './outside/seal-to.ts';
import type { SealKeys } from './seal-keys.ts';
import { Sealer } from './sealer.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'SEAL_TO'>;

/** Seals with the key, and to the places, that the settings name. @throws BadSetting for one that cannot be written to */
export function openSealer(
  config: Settings,
  { store, keys, now }: { store: EventStore; keys: SealKeys; now: () => Date },
) {
  refuseUnwritableSealTo(config);
  return new Sealer({ store, key: keys.signing, outside: outsideOf(config, store), now });
}

function outsideOf({ DATA_DIR, SEAL_TO }: Settings, store: EventStore): Outside[] {
  const own = outsideFile(sealsFile(DATA_DIR));
  if (SEAL_TO === undefined) return [own];
  return [own, isAddress(SEAL_TO) ? outsideAddress(SEAL_TO, store.records) : outsideFile(SEAL_TO, DATA_DIR)];
}

/** The files of seals on this machine. */
export async function sealsOutside(settings: Settings): Promise<SealsRead[]> {
  const file = fileOfSealTo(settings);
  const files = [sealsFile(settings.DATA_DIR), ...(file === undefined ? [] : [file])];
  return Promise.all(files.map(readSealsFile));
}
