import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { InMemoryRecords } from '../../../modules/kernel/memory/in-memory-records.ts';

/**
 * A store of which nothing is changed: what is parked while events are folded by whoever only wants to know what would come of
 * it stays in the memory, and what others have parked is not looked at.
 */
export function untouched(store: EventStore): EventStore {
  const refuse = async () => {
    throw new TypeError('Nothing is written here.');
  };
  return { ...store, append: refuse, appendAll: undefined, deleteStream: refuse, records: new InMemoryRecords() };
}
