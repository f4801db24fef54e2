import type { EventStore } from '../../modules/kernel/event-store.ts';
import { ForgottenRegister } from '../personal-data/forgotten-register.ts';
import { openLog } from '../runtime/log.ts';
import { readConfig } from '../start/config.ts';
import { openDataDir, openEventStore } from '../start/stores.ts';
import { copyKeys } from './copy-keys.ts';
import { copyLog, verifyCopy } from './copy-log.ts';
import { copyReactors } from './copy-reactors.ts';
import type { Operator } from './operator-actor.ts';

/** Copies the history of one store to another, and compares them. */
export async function copy(from: string, to: string, operator: Operator, reason?: string): Promise<string> {
  const source = await storeAt(from);
  const target = await storeAt(to);
  try {
    const { found, copied } = await copyLog(source, target, operator, reason);
    const events = await verifyCopy(source, target);
    const leftOut = await copyKeys(source, target, copyRegister(from, to));
    await copyReactors(source, target);
    const before = found > 0 ? ` ${found} were there from before.` : '';
    const erased = leftOut > 0 ? ` ${leftOut} keys of people who were forgotten were left out.` : '';
    return `Copied ${copied} events.${before}${erased} Verified: all ${events} are the same, in the same order.`;
  } finally {
    await source.close();
    await target.close();
  }
}

/** Who was forgotten, by all that this machine knows: they stay so in the copy, whatever backup it is made of. */
function copyRegister(from: string, to: string): ReadonlySet<string> {
  const { DATA_DIR } = readConfig({ DATA_DIR: process.env.DATA_DIR });
  const registers = [from, DATA_DIR, to].filter((place) => !isAddress(place)).map((dir) => new ForgottenRegister(dir));
  const people = registers.flatMap((register) => [...register.all().values()]);
  if (!isAddress(to)) for (const forgotten of people) new ForgottenRegister(to).add(forgotten);
  return new Set(people.map(({ uid }) => uid));
}

const isAddress = (place: string) => /^esdb(\+discover)?:/.test(place);

/** An esdb address, whose streams are those under EVENT_STORE_PREFIX, or the path of a data directory. */
function storeAt(place: string): Promise<EventStore> {
  const { EVENT_STORE_PREFIX } = process.env;
  const config = readConfig(isAddress(place) ? { EVENT_STORE: place, EVENT_STORE_PREFIX } : { DATA_DIR: place });
  if (!isAddress(place)) openDataDir(config);
  return openEventStore(config, openLog('silent'));
}
