import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';

/** Whether both stores answer, and there is room for what is to be written. */
export async function isReachable(store: EventStore, readModels: ReadModels): Promise<boolean> {
  try {
    await Promise.all([store.head(), readModels.projections()]);
    return store.hasRoom?.() ?? true;
  } catch {
    return false;
  }
}
