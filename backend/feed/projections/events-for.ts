import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { LogBatch } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';

/** What of a batch a projection folds. */
export type EventsFor = {
  readonly concerned: readonly StoredEvent[];
  /** Those before the first that only a newer release can read. */
  readonly readable: readonly StoredEvent[];
  readonly newer: StoredEvent | undefined;
};

/** @param after the position up to which it has folded the log */
export function eventsFor(
  projection: Projection,
  { events }: LogBatch,
  after: bigint,
  isSkipped: (event: StoredEvent) => boolean,
): EventsFor {
  const concerned = events.filter(
    (event) => projection.handles(event.type) && event.position > after && !isSkipped(event),
  );
  const newer = concerned.findIndex(({ unreadable }) => unreadable !== undefined);
  if (newer === -1) return { concerned, readable: concerned, newer: undefined };
  return { concerned, readable: concerned.slice(0, newer), newer: concerned[newer] };
}
