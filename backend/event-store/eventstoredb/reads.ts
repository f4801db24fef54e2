import { BACKWARDS, END, type EventStoreDBClient, type StreamingRead } from '@eventstore/db-client';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, type LogBatch, start } from '../../../modules/kernel/event-store.ts';
import { isNotThere } from './trouble.ts';
import { placeOf, storedEventOf } from './wire.ts';

/**
 * The events of a read, given up when the server says nothing for so many milliseconds. Leaving the loop ends the read
 * on the server too: the client's own iterator would leave it open.
 */
async function* eventsOf<T>(read: StreamingRead<T>, silence: number): AsyncGenerator<T, void, undefined> {
  // The client may still report an error after the loop was left, and an error event without a listener is fatal.
  read.on('error', () => undefined);
  const timer = setTimeout(() => read.destroy(new Unavailable('EventStoreDB stopped in the middle.')), silence);
  try {
    for await (const event of read) {
      timer.refresh();
      yield event;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: it waits for a connection that there may never be.
    read.cancel().catch(() => undefined);
  }
}

/** The reads of the port, once; they give up when the server says nothing for `silence` milliseconds. */
export function readerOf(client: EventStoreDBClient, silence: number) {
  return {
    async readStream(...[stream, { from = 0n, limit } = {}]: Parameters<EventStore['readStream']>) {
      const events: StoredEvent[] = [];
      if (limit === 0) return events;
      const read = client.readStream(stream, { fromRevision: from, ...(limit !== undefined && { maxCount: limit }) });
      try {
        for await (const { event } of eventsOf(read, silence)) {
          const stored = storedEventOf(event);
          if (!stored) throw new TypeError(`Stream ${stream} has an event that is not the shop's.`);
          events.push(stored);
        }
      } catch (error) {
        if (!isNotThere(error)) throw error;
      }
      return events;
    },

    async readAll({ after, limit }: { after: bigint; limit: number }): Promise<LogBatch> {
      const events: StoredEvent[] = [];
      let position = after;
      for await (const { event } of eventsOf(client.readAll({ fromPosition: placeOf(after) }), silence)) {
        // A read begins with the event at the position, and has the server's own events in it.
        if (!event || event.position.commit <= after) continue;
        const stored = storedEventOf(event);
        if (stored && events.length >= limit) return { events, position, caughtUp: false };
        if (stored) events.push(stored);
        position = event.position.commit;
      }
      return { events, position, caughtUp: true };
    },

    async head(): Promise<bigint> {
      const read = client.readAll({ direction: BACKWARDS, fromPosition: END });
      for await (const { event } of eventsOf(read, silence)) {
        const stored = storedEventOf(event);
        if (stored) return stored.position;
      }
      return start;
    },

    /** Where the last of these events stands, when they are among the last of the stream. */
    async findInTail(stream: string, ids: readonly string[]) {
      const read = client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: ids.length + 100 });
      const backwards: StoredEvent[] = [];
      try {
        for await (const { event } of eventsOf(read, silence)) backwards.push(...[storedEventOf(event) ?? []].flat());
      } catch (error) {
        if (!isNotThere(error)) throw error;
      }
      const tail = backwards.reverse();
      const first = tail.findIndex(({ id }) => id === ids[0]);
      if (first < 0 || !ids.every((id, index) => tail[first + index]?.id === id)) return undefined;
      return tail[first + ids.length - 1];
    },
  };
}
