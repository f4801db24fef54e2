import type { CommandContext } from '../../../modules/kernel/commands.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { refuseHalfImport } from '../../start/preflight/half-done.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openEventStore } from '../../start/stores/stores.ts';
import { type OperatorAct, record } from './acts.ts';
import { namesLog } from './with-log.ts';

/**
 * Writes an act down in the log of the shop that the settings name, where there is one already.
 * @returns whether there is
 * @throws BadSetting for half of one, of which the rest could not come any more
 */
export async function recordInLog(act: OperatorAct, command: string, by: CommandContext): Promise<boolean> {
  const config = readConfig(process.env);
  if (!namesLog(config)) return false;
  const store = await openEventStore(config, openLog('silent'));
  try {
    await refuseHalfImport(store);
    await record(store, act, command, by);
    return true;
  } finally {
    await store.close();
  }
}
