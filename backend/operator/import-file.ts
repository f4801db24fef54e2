import { existsSync } from 'node:fs';
import { BadSetting } from '../start/config.ts';
import { copyKeys } from './copy-keys.ts';
import { copyRegister, storeAt } from './copy-places.ts';
import { type Imported, importLog } from './import-log.ts';
import type { Run } from './run.ts';
import { isAddress } from './said-path.ts';
import { withNewLog } from './with-log.ts';

/**
 * Imports a file into the store that the settings name, and the keys of people from where they are.
 * @param keysOf a store; without one, what is personal reads as erased
 */
export async function importFile(run: Run, file: string, keysOf: string | undefined): Promise<Imported> {
  if (!existsSync(file)) throw new BadSetting(`There is no file ${file}`);
  const operator = run.operator();
  return withNewLog(async (store, config) => {
    const progress = run.progress('events');
    const reached = (events: number, of: number) => progress.reached(events, of);
    const how = { operator, reason: run.reason, signal: run.signal, reached };
    if (keysOf === undefined) return importLog(store, file, how);
    if (!isAddress(keysOf) && !existsSync(keysOf)) throw new BadSetting(`--keys-of is not there: ${keysOf}`);
    const source = await storeAt(keysOf);
    const besides = () => copyKeys(source, store, copyRegister(keysOf, config.DATA_DIR));
    try {
      return await importLog(store, file, { ...how, besides });
    } finally {
      await source.close();
    }
  });
}
