import type { EventFilter } from './event-filter.ts';
import type { EventLog, RecordedEvent } from './event-log.ts';
import type { InMemoryStore } from './in-memory-store.ts';
import type { Start } from './read-request.ts';

/** How far a server says that it has looked: in front of what stands at the commit position, where the other is less. */
export type Place = { commit: bigint; prepare: bigint };

export type SubscriptionItem =
  | { item: 'event'; event: RecordedEvent }
  /** A filtered subscription has looked up to `position`, and at the events before it since `since`. */
  | { item: 'checkpoint'; since: bigint; position: bigint }
  | { item: 'place'; place: Place }
  | { item: 'tombstone' };

/** Where a subscription takes its items from, one at a time: what is not taken yet costs no memory. */
export type SubscriptionSource = {
  /** The next item; undefined while there is none. */
  next(): SubscriptionItem | undefined;
  /** Whether more than so many events are waiting to be taken. */
  isBehindBy(events: number): boolean;
};

/** Everything after a position, or from the start or the end of the log, in the order of the log. */
export function allSource(log: EventLog, from: Start, filter: EventFilter): SubscriptionSource {
  let index = startIndex(log, from);
  let looked = 0;
  let since = 0n;
  let position = 0n;

  return {
    next() {
      if (looked >= filter.checkpointEvery) {
        looked = 0;
        return { item: 'checkpoint', since, position };
      }
      for (let event = log.at(index); event; event = log.at(index)) {
        if (looked === 0) since = event.position;
        index += 1;
        looked += 1;
        position = event.position;
        if (filter.passes(event)) return { item: 'event', event };
        if (looked >= filter.checkpointEvery) return this.next();
      }
      return undefined;
    },
    isBehindBy(events) {
      let behind = 0;
      for (let ahead = index, event = log.at(ahead); event && behind <= events; event = log.at(++ahead)) {
        if (filter.passes(event)) behind += 1;
      }
      return behind > events;
    },
  };
}

/** A stream's events after a revision, or from its start or end; last of all, its tombstone. */
export function streamSource(store: InMemoryStore, stream: string, from: Start): SubscriptionSource {
  let revision = startRevision(store, stream, from);

  return {
    next() {
      if (store.isTombstoned(stream)) return { item: 'tombstone' };
      const event = store.nextInStream(stream, revision);
      if (!event) return undefined;
      revision = event.revision + 1n;
      return { item: 'event', event };
    },
    isBehindBy: (events) => store.lastRevision(stream) - revision + 1n > BigInt(events),
  };
}

function startIndex(log: EventLog, from: Start): number {
  if (from === 'start') return 0;
  if (from === 'end') return log.shown;
  // Behind whichever event is the first from there on. Of one that is beyond the end the server brings all that comes.
  return Math.min(log.indexOf(from) + 1, log.shown);
}

function startRevision(store: InMemoryStore, stream: string, from: Start): bigint {
  if (from === 'start') return 0n;
  return from === 'end' ? store.lastRevision(stream) + 1n : from + 1n;
}
