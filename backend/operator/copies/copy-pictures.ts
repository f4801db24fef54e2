import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { keptPicture } from '../../../modules/pictures/kept-pictures.ts';

/** Copies the pictures that admins have uploaded. One that is there already is the same one. */
export async function copyPictures(from: EventStore, to: EventStore): Promise<void> {
  for await (const key of from.records.keys(keptPicture)) {
    const record = await from.records.get(key);
    if (record && !(await to.records.get(key))) await to.records.put(key, record.value, 'any');
  }
}
