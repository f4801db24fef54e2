import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';

/** Whether both stores answer. */
export async function isReachable(store: EventStore, readModels: ReadModels): Promise<boolean> {
  try {
    await Promise.all([store.head(), readModels.projections()]);
    return true;
  } catch {
    return false;
  }
}
