import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isThere } from '../../runtime/files/is-there.ts';
import { BadSetting } from '../../start/settings/config.ts';
import { isAddress } from '../arguments/said-path.ts';
import { patienceIn, untilNoNodeRuns } from '../log/until-nodes-have.ts';
import { withNewLog } from '../log/with-log.ts';
import type { Run } from '../run.ts';
import { copyKeys } from './copy-keys.ts';
import { copyRegister, storeAt } from './copy-places.ts';
import { type Imported, importLog, wholeExport } from './import-log.ts';

/**
 * Imports a file into the store that the settings name, and the keys of people from where they are.
 * @param keysOf a store; without one, what is personal reads as erased
 * @throws Refusal for what is no whole export, BadSetting where a file or a store is not there, and then no store is made; or where a node runs on it
 */
export async function importFile(run: Run, file: string, keysOf: string | undefined): Promise<Imported> {
  if (!existsSync(file)) throw new BadSetting(`There is no file ${file}`);
  if (keysOf !== undefined) refuseWithoutLog(keysOf);
  const operator = run.operator();
  const whole = await wholeExport(file, run.signal);
  const source = keysOf === undefined ? undefined : { place: keysOf, store: await storeAt(keysOf) };
  try {
    await source?.store.head(); // Where it cannot be read, nothing is begun.
    return await withNewLog(async (store, config) => {
      const patience = patienceIn(config.EVENT_STORE === undefined ? 'SQLite' : 'EventStoreDB');
      await untilNoNodeRuns(store.records, { run, ...patience });
      const progress = run.progress('events');
      const reached = (events: number, of: number) => progress.reached(events, of);
      const besides = source && (() => copyKeys(source.store, store, copyRegister(source.place, config.DATA_DIR)));
      return importLog(store, whole, { operator, reason: run.reason, signal: run.signal, reached, besides });
    });
  } finally {
    await source?.store.close();
  }
}

function refuseWithoutLog(keysOf: string): void {
  const log = join(keysOf, 'events.db');
  if (!isAddress(keysOf) && !isThere(log)) throw new BadSetting(`--keys-of has no log: ${log}`);
}
