import type { EventStore } from '../../modules/kernel/event-store.ts';
import type { ReadModels } from '../../modules/kernel/read-models.ts';
import { isProjection, ParkedEvents } from './parked-events.ts';

/**
 * Has read models built anew in which documents stay as they are because of a parked event. When a person is forgotten such a
 * document does not hear of it, and would keep them: made anew it is what it was, without the person.
 */
export async function makeHeldDocumentsAnew(store: EventStore, readModels: ReadModels): Promise<void> {
  const parked = new ParkedEvents(store);
  await parked.load();
  const readers = new Set(parked.entries.filter(isProjection).map(({ reader }) => reader));
  for (const reader of readers) await readModels.drop(reader.slice('projection:'.length));
}
