import { Unavailable } from '../../../modules/kernel/errors.ts';
import { openLog } from '../../runtime/logging/log.ts';
import { readConfig } from '../../start/settings/config.ts';
import { openEventStore } from '../../start/stores/stores.ts';

/** How far the log goes that the settings name, in a server of its own; 0 while that is away, or knows nothing of the shop. */
export async function reachedIn(): Promise<bigint> {
  const store = await openEventStore(readConfig(process.env), openLog('silent'));
  try {
    return await store.head();
  } catch (reason) {
    if (reason instanceof Unavailable) return 0n;
    throw reason;
  } finally {
    await store.close();
  }
}
