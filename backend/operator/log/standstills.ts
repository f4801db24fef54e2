import type { EventStore } from '../../../modules/kernel/event-store.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import { ParkedEvents } from '../../feed/parked/parked-events.ts';

/** Why a read model does not show all that happened: an operator has to decide about an event. */
export type Standstill = {
  readonly projection: string;
  readonly eventId: string;
  /** Of the event. */
  readonly position: string;
  /** Whether it stands still; else it has gone on without the event. */
  readonly stops: boolean;
  readonly error: string;
  readonly line: string;
};

/**
 * What read models stand still for, or lack. A replay meets the same event and stops where they do, so that there is no difference.
 * @param there projections by the names of their builds that are shown
 */
export async function standstills(
  store: EventStore,
  there: readonly { readonly projection: Projection }[],
): Promise<readonly Standstill[]> {
  const parked = new ParkedEvents(store);
  await parked.load();
  return there.flatMap(({ projection: { name, storedAs } }) =>
    parked.of(`projection:${storedAs}`).map(({ eventId, type, stream, position, stops, error }) => {
      const does = stops ? 'stands still before' : 'has gone on without';
      const line = `${name} ${does} ${type} of ${stream} at position ${position} (parked ${eventId}). ${error}`;
      return { projection: name, eventId, position, stops, error, line };
    }),
  );
}
