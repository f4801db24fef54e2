import { isOfOneStream } from '../../../modules/kernel/errors.ts';
import type { Log } from '../../runtime/logging/log.ts';

/**
 * Bulkhead: a shop opens though a part of this cannot be done for its own streams alone, perhaps for good.
 * @param left what the log says is left undone then
 * @throws what fails otherwise, a store that is away for one
 */
export async function asFarAsReadable(log: Log, left: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (reason) {
    if (!(reason instanceof Error && isOfOneStream(reason))) throw reason;
    log.error({ reason: reason.message }, left);
  }
}
