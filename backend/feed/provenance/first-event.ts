import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, start } from '../../../modules/kernel/event-store.ts';

/** The log's first event, by which one log is told from another; undefined while there is none. */
export async function firstEventOf(store: EventStore): Promise<StoredEvent | undefined> {
  for (let after = start; ; ) {
    const { events, position, caughtUp } = await store.readAll({ after, limit: 1 });
    const [first] = events;
    if (first || caughtUp) return first;
    after = position;
  }
}
