import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { isProjection, ParkedEvents } from '../parked/parked-events.ts';

/** Has read models made anew, by the names that they are stored under; whoever shows them meanwhile answers that they are being caught up with. */
export type MakeAnew = (storedAs: readonly string[]) => Promise<void>;

/**
 * Has read models built anew in which documents stay as they are because of a parked event. When a person is forgotten such a
 * document does not hear of it, and would keep them: made anew it is what it was, without the person.
 */
export async function makeHeldDocumentsAnew(store: EventStore, makeAnew: MakeAnew): Promise<void> {
  const parked = new ParkedEvents(store);
  await parked.load();
  const readers = new Set(parked.entries.filter(isProjection).map(({ reader }) => reader));
  if (readers.size > 0) await makeAnew([...readers].map((reader) => reader.slice('projection:'.length)));
}
