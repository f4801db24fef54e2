import { BACKWARDS, END, type EventStoreDBClient, type ResolvedEvent, type StreamingRead } from '@eventstore/db-client';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import { start } from '../../../modules/kernel/event-store.ts';
import type { Try } from './trouble/patience.ts';
import { isFault, isInvalid, isNotThere } from './trouble/trouble.ts';
import { foreignEventIn, type Recorded, storedEventOf } from './wire/wire.ts';

/**
 * Everything that a read brings, given up when the server says nothing for so many milliseconds. Reads are always asked
 * for as many events as are wanted, and never left in the middle: a server may take many calls that are broken off for
 * an attack, and close the connection.
 */
async function eventsOf<T>(read: StreamingRead<T>, silence: number, onEvent?: (event: T) => void): Promise<T[]> {
  const events: T[] = [];
  // The client may still report an error after the loop was left, and an error event without a listener is fatal.
  read.on('error', () => undefined);
  const timer = setTimeout(() => read.destroy(new Unavailable('EventStoreDB stopped in the middle.')), silence);
  try {
    for await (const event of read) {
      timer.refresh();
      events.push(event);
      onEvent?.(event);
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

/**
 * Reads that end by themselves, once; they give up when the server says nothing for `silence` milliseconds.
 * @param prefix what the names of the shop's streams begin with on the server.
 */
export function readerOf(client: EventStoreDBClient, prefix: string, silence: number) {
  async function recordedIn(
    read: StreamingRead<ResolvedEvent>,
    { onEvent, empty }: { onEvent?: (resolved: ResolvedEvent) => void; empty?: (() => void) | undefined } = {},
  ): Promise<Recorded[]> {
    try {
      const resolved = await eventsOf(read, silence, onEvent);
      if (resolved.length === 0) empty?.();
      return resolved.map(({ event }) => event).filter((event) => event !== undefined);
    } catch (error) {
      if (isNotThere(error)) return [];
      throw error;
    }
  }

  function storedIn(stream: string, recorded: Recorded): StoredEvent {
    return storedEventOf(recorded, prefix) ?? foreignEventIn(stream, recorded);
  }

  async function eventsOfStream(stream: string, read: StreamingRead<ResolvedEvent>): Promise<StoredEvent[]> {
    return (await recordedIn(read)).map((event) => storedIn(stream, event));
  }

  const reader = {
    /**
     * @param read what earlier tries have brought: goes on behind it, and puts to it what comes
     * @param attempt once it is over nothing is put to it any more: the next one has begun behind what is there
     * @param emptied called where a stream is there from its first event on, and nothing of it is shown
     */
    async readStream(
      stream: string,
      { from = 0n, limit }: { from?: bigint; limit?: number } = {},
      {
        read = [],
        attempt,
        emptied,
      }: {
        read?: StoredEvent[];
        attempt?: Pick<Try, 'heard' | 'isOver' | 'whenOver'>;
        emptied?: () => void;
      } = {},
    ): Promise<StoredEvent[]> {
      if (limit !== undefined && limit <= read.length) return read;
      const fromRevision = (read.at(-1)?.revision ?? from - 1n) + 1n;
      const options = { fromRevision, ...(limit !== undefined && { maxCount: limit - read.length }) };
      const reading = client.readStream(prefix + stream, options);
      attempt?.whenOver(() => reading.destroy(new Unavailable('Nobody waits for this read any more.')));
      const onEvent = ({ event }: ResolvedEvent) => {
        if (attempt?.isOver()) return; // What has come already is still handed on.
        if (event) read.push(storedIn(stream, event));
        attempt?.heard();
      };
      await recordedIn(reading, { onEvent, empty: fromRevision === 0n ? emptied : undefined });
      return read;
    },

    /** The first event of a stream, whoever wrote it. */
    async firstOf(name: string): Promise<Recorded | undefined> {
      const [first] = await recordedIn(client.readStream(name, { maxCount: 1 }));
      return first;
    },

    /** The last event of a stream, whoever wrote it. */
    async lastIn(name: string): Promise<Recorded | undefined> {
      const options = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;
      const [last] = await recordedIn(client.readStream(name, options));
      return last;
    },

    /** The last event of a stream of the shop's. */
    async lastOf(stream: string): Promise<StoredEvent | undefined> {
      const last = await reader.lastIn(prefix + stream);
      return last && storedIn(stream, last);
    },

    /** The end of the log, which is one event away: looking for the shop's last may mean to read a million others. */
    async head(): Promise<bigint> {
      const read = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
      const [last] = await eventsOf(read, silence);
      return last?.event?.position.commit ?? start;
    },

    /** The id of the event at a position. A server has no word for a position at which nothing begins (23.10), or an own one (25.0). */
    async idAt(position: bigint): Promise<string | undefined> {
      const fromPosition = { commit: position, prepare: position };
      try {
        const [there] = await eventsOf(client.readAll({ fromPosition, maxCount: 1 }), silence);
        return there?.event?.id;
      } catch (error) {
        if (isFault(error) || isInvalid(error)) return undefined;
        throw error;
      }
    },

    /** The position of the last event of anybody's before a position; the start, where there is none. */
    async lastBefore(position: bigint): Promise<bigint> {
      const fromPosition = { commit: position, prepare: position };
      const [last] = await eventsOf(client.readAll({ direction: BACKWARDS, fromPosition, maxCount: 1 }), silence);
      return last?.event?.position.commit ?? start;
    },

    /** The last of these events, when they stand together near the end of the stream. */
    async findAtEnd(stream: string, ids: readonly string[]): Promise<StoredEvent | undefined> {
      const maxCount = ids.length + 100;
      const read = client.readStream(prefix + stream, { direction: BACKWARDS, fromRevision: END, maxCount });
      const tail = (await eventsOfStream(stream, read)).reverse();
      return lastOf(ids, tail.slice(tail.findIndex(({ id }) => id === ids[0])));
    },
  };
  return reader;
}

/** The last of these events, when the others begin with them. */
export function lastOf(ids: readonly string[], events: readonly StoredEvent[]): StoredEvent | undefined {
  return ids.every((id, index) => events[index]?.id === id) ? events[ids.length - 1] : undefined;
}
