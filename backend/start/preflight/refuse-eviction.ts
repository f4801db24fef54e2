import type { ReadModels } from '../../../modules/kernel/read-models.ts';
import { BadSetting } from '../settings/config.ts';

/**
 * Makes sure that the read models lose nothing of themselves: what is gone whole is made again, and what is gone in part is shown.
 * @throws BadSetting
 */
export async function refuseEviction(readModels: Pick<ReadModels, 'mayLose'>): Promise<void> {
  const because = await readModels.mayLose?.();
  if (because === undefined) return;
  throw new BadSetting(
    `READ_MODELS names a Redis that takes away what it has no room for (${because}): it must not evict, and be set to noeviction`,
  );
}
