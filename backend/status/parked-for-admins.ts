import type { Telling } from '../../modules/audit/telling.ts';
import type { ParkedEvent } from '../../modules/operations/contract.ts';
import type { Operations } from '../../modules/operations/operations.ts';
import type { ParkedDecisions } from '../feed/parked/parked-decisions.ts';
import type { ParkedEvent as Entry } from '../feed/parked/parked-events.ts';

/** Parked events as admins are shown them: one for each event, with all who could not do with it, in the order of the log. */
export function parkedForAdmins(decisions: ParkedDecisions, telling: Telling): Operations['parked'] {
  return {
    all: async () => eventsOf(await decisions.all(), telling),
    retry: (eventId, by) => decisions.retry(eventId, by),
    skip: (eventId, reason, by) => decisions.skip(eventId, reason, by),
  };
}

function eventsOf(entries: readonly Entry[], telling: Telling): ParkedEvent[] {
  const byEvent = Map.groupBy(entries, ({ eventId }) => eventId);
  return [...byEvent.values()]
    .flatMap(([first, ...others]) => {
      if (!first) return [];
      const { eventId, type, position } = first;
      const stream = telling.shownStream(first.stream);
      const isWithheld = telling.isWithheld(first.stream);
      const readers = [first, ...others].map(({ reader, state, stops, since, error, document }) => ({
        reader,
        state,
        stops,
        since,
        // What went wrong may have words of the event's in it, behind what it is called.
        error: isWithheld ? (/^\w+/.exec(error)?.[0] ?? '') : error,
        document: (isWithheld ? undefined : document) ?? null,
      }));
      return [{ eventId, type, stream, position, readers }];
    })
    .toSorted((one, other) => (BigInt(one.position) < BigInt(other.position) ? -1 : 1));
}
