import { BACKWARDS, END, type EventStoreDBClient, type ResolvedEvent, type StreamingRead } from '@eventstore/db-client';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { type EventStore, type LogBatch, start } from '../../../modules/kernel/event-store.ts';
import { isNotThere } from './trouble.ts';
import { placeOf, storedEventOf } from './wire.ts';

/** How many events of the whole log are asked for at a time at most. */
const largestPage = 4_096;

/**
 * Everything that a read brings, given up when the server says nothing for so many milliseconds. Reads are always asked
 * for as many events as are wanted, and never left in the middle: a server may take many calls that are broken off for
 * an attack, and close the connection.
 */
async function eventsOf<T>(read: StreamingRead<T>, silence: number): Promise<T[]> {
  const events: T[] = [];
  // The client may still report an error after the loop was left, and an error event without a listener is fatal.
  read.on('error', () => undefined);
  const timer = setTimeout(() => read.destroy(new Unavailable('EventStoreDB stopped in the middle.')), silence);
  try {
    for await (const event of read) {
      timer.refresh();
      events.push(event);
    }
    return events;
  } catch (error) {
    // Not awaited: it waits for a connection that there may never be.
    read.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The reads of the port, once; they give up when the server says nothing for `silence` milliseconds. */
export function readerOf(client: EventStoreDBClient, silence: number) {
  async function eventsOfStream(stream: string, read: StreamingRead<ResolvedEvent>): Promise<StoredEvent[]> {
    try {
      return (await eventsOf(read, silence)).map(({ event }) => {
        const stored = storedEventOf(event);
        if (!stored) throw new TypeError(`Stream ${stream} has an event that is not the shop's.`);
        return stored;
      });
    } catch (error) {
      if (isNotThere(error)) return [];
      throw error;
    }
  }

  const reader = {
    async readStream(...[stream, { from = 0n, limit } = {}]: Parameters<EventStore['readStream']>) {
      if (limit === 0) return [];
      const options = { fromRevision: from, ...(limit !== undefined && { maxCount: limit }) };
      return eventsOfStream(stream, client.readStream(stream, options));
    },

    async readAll({ after, limit }: { after: bigint; limit: number }): Promise<LogBatch> {
      const events: StoredEvent[] = [];
      let position = after;
      // One more than is wanted shows whether there is more, and a read begins with the event at the position.
      for (let maxCount = limit + 2; ; maxCount = Math.min(2 * maxCount, largestPage)) {
        const page = await eventsOf(client.readAll({ fromPosition: placeOf(position), maxCount }), silence);
        for (const { event } of page) {
          if (!event || event.position.commit <= position) continue;
          // The server's own events are in between. The client has no filter for this.
          const stored = storedEventOf(event);
          if (stored && events.length >= limit) return { events, position, caughtUp: false };
          if (stored) events.push(stored);
          position = event.position.commit;
        }
        if (page.length < maxCount) return { events, position, caughtUp: true };
      }
    },

    async head(): Promise<bigint> {
      let before: bigint | undefined;
      for (let maxCount = 4; ; maxCount = Math.min(2 * maxCount, largestPage)) {
        const fromPosition = before === undefined ? END : placeOf(before);
        const page = await eventsOf(client.readAll({ direction: BACKWARDS, fromPosition, maxCount }), silence);
        for (const { event } of page) {
          const stored = storedEventOf(event);
          if (stored) return stored.position;
          before = event?.position.commit ?? before;
        }
        if (page.length < maxCount) return start;
      }
    },

    /** The last of these events, when the stream begins with them. */
    async findAtStart(stream: string, ids: readonly string[]): Promise<StoredEvent | undefined> {
      return lastOf(ids, await reader.readStream(stream, { limit: ids.length }));
    },

    /** The last of these events, when they stand together near the end of the stream. */
    async findAtEnd(stream: string, ids: readonly string[]): Promise<StoredEvent | undefined> {
      const maxCount = ids.length + 100;
      const read = client.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount });
      const tail = (await eventsOfStream(stream, read)).reverse();
      return lastOf(ids, tail.slice(tail.findIndex(({ id }) => id === ids[0])));
    },
  };
  return reader;
}

function lastOf(ids: readonly string[], events: readonly StoredEvent[]): StoredEvent | undefined {
  return ids.every((id, index) => events[index]?.id === id) ? events[ids.length - 1] : undefined;
}
