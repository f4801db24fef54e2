import type { Skip, Skips } from '../../modules/audit/skips.ts';
import { withoutBuild } from '../../modules/kernel/documents/build-name.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore } from '../../modules/kernel/event-store.ts';
import { type EventSkipped, SkippedEvents, skipIn, skippedStream } from '../feed/parked/skipped-events.ts';

const prefix = 'projection:';

/** What operators have had read models pass over, as the log says: each build of them alike. */
export class KnownSkips implements Skips {
  readonly type = 'EventSkipped' satisfies EventSkipped['type'];
  readonly #skipped: SkippedEvents;

  constructor(store: Pick<EventStore, 'readStream'>) {
    this.#skipped = new SkippedEvents(store, (reader) =>
      reader.startsWith(prefix) ? prefix + withoutBuild(reader.slice(prefix.length)) : reader,
    );
  }

  /** Reads what was decided since. */
  load(): Promise<void> {
    return this.#skipped.load();
  }

  skipIn({ stream, type, data }: StoredEvent): Skip | undefined {
    if (stream !== skippedStream || type !== this.type) return undefined;
    const skip = skipIn(data);
    if (!skip?.reader.startsWith(prefix)) return undefined;
    const { reader, eventId, eventStream } = skip;
    return { projection: withoutBuild(reader.slice(prefix.length)), eventId, eventStream };
  }

  has(projection: string, eventId: string): boolean {
    return this.#skipped.has(prefix + projection, eventId);
  }

  readonly isSkipped = (projection: string, { id }: StoredEvent): boolean => this.has(projection, id);

  upTo(position: bigint) {
    return (projection: string, { id }: StoredEvent): boolean => {
      const since = this.#skipped.since(prefix + projection, id);
      return since !== undefined && since <= position;
    };
  }
}
