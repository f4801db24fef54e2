import { z } from 'zod';
import { WrongExpectedRevision } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { EventStore } from '../../../modules/kernel/event-store.ts';
import { SkippedEvents } from './skipped-events.ts';

/** The record beside the log in which they stand: one for all readers, so that a node looks for news with one read. */
const key = 'parked-events';
/** How many a reader may have. With more it is not an event that is bad but the release, and the reader goes no further. */
const mostOfReader = 100;
/** The longest that is kept of what went wrong, in characters. */
const longestError = 300;

/** As who events are parked that nobody is handed, or heeds (passed-over-events.ts, unread-decisions.ts). */
export const logReader = 'log';

/** As it is written down. */
export const parkedEvent = z.object({
  /** Who could not do with the event: `reactor:release-stock`, `projection:bookings.v3`. */
  reader: z.string(),
  eventId: z.string(),
  type: z.string(),
  stream: z.string(),
  revision: z.string(),
  position: z.string(),
  /** Which document stays as it was, for a projection. */
  document: z.string().optional(),
  error: z.string(),
  /** When it was put here first: ISO 8601, UTC. */
  since: z.string(),
  /**
   * `parked`: nothing happens before an operator decides. `waiting`: something is away, and it is tried again until that is
   * back. `retry`: an operator wants it tried again.
   */
  state: z.enum(['parked', 'waiting', 'retry']),
  /** Whether the reader stands still for it; else it has gone on without it. */
  stops: z.boolean(),
});
export type ParkedEvent = z.infer<typeof parkedEvent>;

/** What a reader could not do with an event, to be kept. */
export type Unhandled = {
  readonly event: Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision' | 'position'>;
  readonly reason: unknown;
  readonly state: ParkedEvent['state'];
  readonly stops: boolean;
  readonly document?: string;
};

/**
 * Parked events (a dead-letter queue): those that a projection could not fold or a reactor could not react to. They lie beside the log, so
 * that every node, the next start and operators know of them; what operators skip is said in the log itself.
 */
export class ParkedEvents {
  readonly #store: EventStore;
  readonly #skipped: SkippedEvents;
  readonly #now: () => Date;
  #entries: readonly ParkedEvent[] = [];
  #version: bigint | 'none' | undefined;
  #reading: Promise<boolean> = Promise.resolve(false);
  #next: Promise<boolean> | undefined;

  constructor(store: EventStore, now: () => Date = () => new Date()) {
    this.#store = store;
    this.#skipped = new SkippedEvents(store);
    this.#now = now;
  }

  /** As they were when they were read last, oldest first. */
  get entries(): readonly ParkedEvent[] {
    return this.#entries;
  }

  of(reader: string): readonly ParkedEvent[] {
    return this.#entries.filter((entry) => entry.reader === reader);
  }

  find(reader: string, eventId: string): ParkedEvent | undefined {
    return this.#entries.find((entry) => entry.reader === reader && entry.eventId === eventId);
  }

  isSkipped(reader: string, { id }: Pick<StoredEvent, 'id'>): boolean {
    return this.#skipped.has(reader, id);
  }

  /**
   * Reads what has changed, from now on: those who ask while it is being read share the next reading. Resolves to whether
   * anything has.
   */
  load(): Promise<boolean> {
    const begin = () => {
      this.#next = undefined;
      this.#reading = this.#read();
      return this.#reading;
    };
    this.#next ??= this.#reading.then(begin, begin);
    return this.#next;
  }

  async #read(): Promise<boolean> {
    const record = await this.#store.records.get(key);
    const version = record?.version ?? 'none';
    if (version === this.#version) return false;
    await this.#skipped.load();
    this.#entries = record ? z.array(parkedEvent).parse(JSON.parse(record.value)) : [];
    this.#version = version;
    return true;
  }

  /** Parks events of one reader, or says what has become of those that are. Resolves to false when there is no room. */
  async keep(reader: string, unhandled: readonly Unhandled[]): Promise<boolean> {
    const kept = unhandled.map((one) => this.#entryOf(reader, one));
    let hasRoom = true;
    await this.#change((entries) => {
      const others = entries.filter((entry) => !kept.some((one) => isSame(one, entry)));
      hasRoom = others.filter((entry) => entry.reader === reader).length + kept.length <= mostOfReader;
      const sinceOf = (one: ParkedEvent) => entries.find((entry) => isSame(one, entry))?.since ?? one.since;
      return hasRoom ? [...others, ...kept.map((one) => ({ ...one, since: sinceOf(one) }))] : entries;
    });
    return hasRoom;
  }

  /** Takes over what was parked in the log that this one is a copy of. */
  async adopt(adopted: readonly ParkedEvent[]): Promise<void> {
    await this.#change((entries) => [
      ...entries,
      ...adopted.filter((one) => !entries.some((entry) => isSame(one, entry))),
    ]);
  }

  /** Takes out what has been done after all. */
  async remove(reader: string, eventId: string): Promise<void> {
    await this.#change((entries) => entries.filter((one) => one.reader !== reader || one.eventId !== eventId));
  }

  /** Has an event tried again, by all readers that have parked it. @returns what was parked of it */
  async retry(eventId: string): Promise<readonly ParkedEvent[]> {
    return this.#take(
      (entry) => entry.eventId === eventId,
      // A projection meets the event again by itself; a reactor has to be told. What no shop has written stays that.
      (entry) => (isProjection(entry) ? [] : [entry.reader === logReader ? entry : { ...entry, state: 'retry' }]),
    );
  }

  /** Takes an event out that these readers pass over, for good. @returns what was parked of it */
  async takeOut(eventId: string, readers: readonly string[]): Promise<readonly ParkedEvent[]> {
    return this.#take(
      (entry) => entry.eventId === eventId && readers.includes(entry.reader),
      () => [],
    );
  }

  async #take(
    isMeant: (entry: ParkedEvent) => boolean,
    becomes: (entry: ParkedEvent) => readonly ParkedEvent[],
  ): Promise<readonly ParkedEvent[]> {
    let found: readonly ParkedEvent[] = [];
    await this.#change((entries) => {
      found = entries.filter(isMeant);
      return entries.flatMap((entry) => (isMeant(entry) ? becomes(entry) : [entry]));
    });
    return found;
  }

  async #change(change: (entries: readonly ParkedEvent[]) => readonly ParkedEvent[]): Promise<void> {
    for (;;) {
      await this.load();
      const next = change(this.#entries);
      if (JSON.stringify(next) === JSON.stringify(this.#entries)) return;
      try {
        await this.#store.records.put(key, JSON.stringify(next), this.#version ?? 'none');
        await this.load();
        return;
      } catch (reason) {
        // Another node was faster: its change is read, and this one made on top of it.
        if (!(reason instanceof WrongExpectedRevision)) throw reason;
      }
    }
  }

  #entryOf(reader: string, { event, reason, document, state, stops }: Unhandled): ParkedEvent {
    const { id: eventId, type, stream, revision, position } = event;
    const said = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
    const place = { revision: `${revision}`, position: `${position}` };
    const since = this.#now().toISOString();
    return {
      reader,
      eventId,
      type,
      stream,
      ...place,
      document,
      error: said.slice(0, longestError),
      since,
      state,
      stops,
    };
  }
}

/** Whether it is a projection that could not do with the event. */
export const isProjection = ({ reader }: ParkedEvent) => reader.startsWith('projection:');

const isSame = (one: ParkedEvent, other: ParkedEvent) => one.reader === other.reader && one.eventId === other.eventId;
