import type { Log } from '../../runtime/logging/log.ts';
import type { Config } from '../settings/config.ts';
import { openReadModels } from './stores.ts';

/**
 * Has read models made anew by the shop, by the names that they are stored under. They are dropped as by another process: a
 * node that shows them knows how far they were, and answers that it is catching up until they are there again.
 */
export function madeAnewIn(config: Config, log: Log): (storedAs: readonly string[]) => Promise<void> {
  return async (storedAs) => {
    // As who follows does: else the event loop would drop all of a projection at one go.
    const readModels = await openReadModels(config, log, { follows: true });
    try {
      for (const name of storedAs) await readModels.drop(name);
    } finally {
      await readModels.close();
    }
  };
}
