import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { ForgottenRegister } from '../../personal-data/forgotten-register.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openDataDir, openEventStore } from '../../start/stores/stores.ts';
import { isAddress } from '../arguments/said-path.ts';

/** Who was forgotten, by all that this machine knows: they stay so in the copy, whatever backup it is made of. */
export function copyRegister(from: string, to: string): ReadonlySet<string> {
  const { DATA_DIR } = readConfig({ DATA_DIR: process.env.DATA_DIR });
  const registers = [from, DATA_DIR, to].filter((place) => !isAddress(place)).map((dir) => new ForgottenRegister(dir));
  const people = registers.flatMap((register) => [...register.all().values()]);
  if (!isAddress(to)) {
    const register = new ForgottenRegister(to);
    for (const forgotten of people) register.add(forgotten);
  }
  return new Set(people.map(({ uid }) => uid));
}

/** An esdb address, whose streams are those under EVENT_STORE_PREFIX, or the path of a data directory. */
export function storeAt(place: string): Promise<EventStore> {
  const { EVENT_STORE_PREFIX } = process.env;
  const config = readConfig(isAddress(place) ? { EVENT_STORE: place, EVENT_STORE_PREFIX } : { DATA_DIR: place });
  if (!isAddress(place)) openDataDir(config);
  return openEventStore(config, openLog('silent'));
}
