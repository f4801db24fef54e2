import { randomUUID } from 'node:crypto';
import { EventLog, type RecordedEvent } from './event-log.ts';
import { type ExpectedRevision, judge, type StreamState } from './expected-revision.ts';
import {
  firstVisible,
  isExpired,
  isSoftDeleted,
  LAST_REVISION,
  metadataEvent,
  metastreamOf,
  originalOf,
  type Retention,
  restoredFrom,
  retentionOf,
  softDeletion,
  tombstoneEvent,
} from './stream-metadata.ts';

export type ProposedEvent = Pick<RecordedEvent, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>;

type Events = readonly RecordedEvent[];
type Written = { outcome: 'written'; revision: bigint; position: bigint };
type Refusal = { outcome: 'wrong revision'; current: bigint | undefined } | { outcome: 'stream deleted' };

export type DeleteOutcome = Written | Refusal;
export type AppendOutcome =
  | Written
  | Refusal
  | { outcome: 'written where nobody is told'; revision: bigint }
  | { outcome: 'dropped' }
  | { outcome: 'too large'; limit: number };

export type AnsweredOutcome = Exclude<AppendOutcome, { outcome: 'dropped' }>;

export type StreamRead =
  | { found: 'events'; events: Iterable<RecordedEvent> }
  | { found: 'no stream' }
  | { found: 'tombstone' };

/** The most bytes one append may hold, as the server is shipped. */
export const MAX_APPEND_BYTES = 1024 * 1024;

type Options = {
  firstPosition?: bigint;
  /** Milliseconds since the Unix epoch. */
  now?: () => number;
};

/** The server's semantics without the network: streams, their metadata and deletion over one log. */
export class InMemoryStore {
  readonly log: EventLog;
  readonly #streams = new Map<string, RecordedEvent[]>();
  readonly #tombstones = new Set<string>();
  readonly #cached = new Map<string, RecordedEvent>();
  readonly #now: () => number;

  constructor({ firstPosition, now = Date.now }: Options = {}) {
    this.log = new EventLog(firstPosition);
    this.#now = now;
  }

  /** Appends all the events or none. */
  append(stream: string, expected: ExpectedRevision, events: readonly ProposedEvent[]): AppendOutcome {
    if (events.reduce((sum, event) => sum + sizeOf(event), 0) > MAX_APPEND_BYTES) {
      return { outcome: 'too large', limit: MAX_APPEND_BYTES };
    }
    const state = this.#stateOf(stream);
    const decided = this.#decided(
      state,
      expected,
      events.map((event) => event.id),
    );
    // Written before, and not known to be there for good: the server says nothing to whoever asks again.
    if (decided?.outcome === 'written' && decided.revision >= this.#shownIn(stream).length)
      return { outcome: 'dropped' };
    if (decided?.outcome === 'written' && !this.#shows(stream, decided.revision)) {
      return { outcome: 'written where nobody is told', revision: decided.revision };
    }
    if (decided) return decided;

    const last = events.map((event, place) => this.#write(stream, event, place, events.length)).at(-1);
    if (!last) return { outcome: 'written where nobody is told', revision: state.last };
    if (state.softDeleted) this.#showFrom(stream, state.last + 1n);
    const original = originalOf(stream);
    if (original !== undefined && this.#wasSoftDeleted(original, events.length)) {
      this.#showFrom(original, this.#stateOf(original).last + 1n);
    }
    return { outcome: 'written', revision: last.revision, position: last.position };
  }

  /** Hides the stream's events by `$tb`. What is appended later goes on numbering. */
  softDelete(stream: string, expected: ExpectedRevision): DeleteOutcome {
    const state = this.#stateOf(stream);
    const decided = this.#decided(state, expected, [randomUUID()]);
    if (decided) return decided;
    // Whatever is expected, `any` included: there is nothing to delete, unless something was said of it.
    if (state.last < 0n && !state.hasMetadata) return { outcome: 'wrong revision', current: undefined };
    const { revision, position } = this.#write(metastreamOf(stream), metadataEvent(softDeletion()));
    return { outcome: 'written', revision, position };
  }

  /** Deletes the stream for ever. */
  tombstone(stream: string, expected: ExpectedRevision): DeleteOutcome {
    const decided = this.#decided(this.#stateOf(stream), expected, [randomUUID()]);
    if (decided) return decided;
    this.#tombstones.add(stream);
    const where = { stream, revision: LAST_REVISION, created: this.#ticks(), place: 0, together: 1 };
    const { position } = this.log.write({ ...tombstoneEvent(), ...where });
    return { outcome: 'written', revision: LAST_REVISION, position };
  }

  /** Reads a stream from a revision, which is included, as its metadata shows it at the moment of each step. */
  readStream(stream: string, direction: 'forwards' | 'backwards', from: bigint): StreamRead {
    if (this.isTombstoned(stream)) return { found: 'tombstone' };
    const isEmpty = this.#shownIn(stream).length === 0;
    if (isEmpty || isSoftDeleted(this.#retentionOf(stream, this.#shownIn(metastreamOf(stream))))) {
      return { found: 'no stream' };
    }
    return { found: 'events', events: this.#walk(stream, direction, from) };
  }

  /** The stream's next event that a read would show; undefined when there is none yet. */
  nextInStream(stream: string, from: bigint): RecordedEvent | undefined {
    const read = this.readStream(stream, 'forwards', from);
    return read.found === 'events' ? read.events[Symbol.iterator]().next().value : undefined;
  }

  isTombstoned(stream: string): boolean {
    return this.#stateOf(stream).tombstoned;
  }

  /** Revision of the stream's last event; -1 when there never was one. */
  lastRevision(stream: string): bigint {
    return this.#stateOf(stream).last;
  }

  /** Takes off the log what no read of a stream shows any more, but for the last event of each. Only while nobody follows the log. */
  scavenge(): void {
    this.log.keep(({ stream, revision }) => {
      const last = BigInt(this.#streams.get(stream)?.length ?? 0) - 1n;
      return revision >= last || revision >= firstVisible(this.#retentionOf(stream), last);
    });
  }

  /** Puts everything back to how it was when the log had so many events. */
  putBack(length: number): void {
    for (const { stream, id, revision } of this.log.cut(length)) {
      if (revision === LAST_REVISION) this.#tombstones.delete(stream);
      else this.#streams.get(stream)?.splice(Number(revision));
      this.#cached.delete(`${stream}/${id}`);
    }
    for (const [stream, events] of this.#streams) if (events.length === 0) this.#streams.delete(stream);
  }

  /** Forgets recent event ids, after which a retry with any or stream_exists is written twice. */
  forgetEventIds(): void {
    this.#cached.clear();
  }

  /** Of what was written before the server looks its place up in the stream, which may not show it any more. */
  #shows(stream: string, revision: bigint): boolean {
    return this.nextInStream(stream, revision)?.revision === revision;
  }

  #shownIn(stream: string): Events {
    return this.log.shownOf(this.#streams.get(stream) ?? []);
  }

  *#walk(stream: string, direction: 'forwards' | 'backwards', from: bigint): Generator<RecordedEvent> {
    const events = this.#shownIn(stream);
    const retention = this.#retentionOf(stream, this.#shownIn(metastreamOf(stream)));
    const lowest = firstVisible(retention, BigInt(events.length) - 1n);
    const step = direction === 'forwards' ? 1 : -1;
    const edge = direction === 'forwards' ? max(from, lowest) : min(from, BigInt(events.length) - 1n);
    for (let index = Number(edge); index >= 0 && index < events.length; index += step) {
      const event = events[index];
      if (!event || event.revision < lowest) return;
      if (!isExpired(retention, event.created, this.#ticks())) yield event;
    }
  }

  #decided(state: StreamState, expected: ExpectedRevision, ids: readonly string[]): Written | Refusal | undefined {
    const verdict = judge(state, expected, ids);
    switch (verdict.verdict) {
      case 'write':
        return undefined;
      case 'written before':
        return { outcome: 'written', revision: verdict.last.revision, position: verdict.last.position };
      case 'wrong revision':
        return { outcome: 'wrong revision', current: state.last < 0n ? undefined : state.last };
      case 'stream deleted':
        return { outcome: 'stream deleted' };
    }
  }

  #write(stream: string, event: ProposedEvent, place = 0, together = 1): RecordedEvent {
    const events = this.#streams.get(stream) ?? [];
    this.#streams.set(stream, events);
    const revision = BigInt(events.length);
    const recorded = this.log.write({ ...event, stream, revision, created: this.#ticks(), place, together });
    events.push(recorded);
    this.#cached.set(`${stream}/${event.id}`, recorded);
    return recorded;
  }

  #showFrom(stream: string, revision: bigint): void {
    const metastream = metastreamOf(stream);
    const current = this.#streams.get(metastream)?.at(-1);
    this.#write(metastream, metadataEvent(restoredFrom(current, revision)));
  }

  /** Whether the stream was soft-deleted before the last so many metadata events. */
  #wasSoftDeleted(stream: string, written: number): boolean {
    return isSoftDeleted(retentionOf(this.#streams.get(metastreamOf(stream))?.at(-1 - written)));
  }

  #stateOf(stream: string): StreamState {
    const events = this.#streams.get(stream) ?? [];
    const original = originalOf(stream);
    return {
      last: BigInt(events.length) - 1n,
      tombstoned: this.#tombstones.has(stream) || (original !== undefined && this.#tombstones.has(original)),
      softDeleted: isSoftDeleted(this.#retentionOf(stream)),
      hasMetadata: this.#streams.has(metastreamOf(stream)),
      at: (revision) => events[Number(revision)],
      cached: (id) => this.#cached.get(`${stream}/${id}`),
    };
  }

  #retentionOf(stream: string, metadata: Events = this.#streams.get(metastreamOf(stream)) ?? []): Retention {
    const retention = retentionOf(metadata.at(-1));
    // Of a metastream only the last event counts, so the server shows no other.
    return originalOf(stream) === undefined ? retention : { ...retention, maxCount: 1 };
  }

  #ticks(): bigint {
    return BigInt(this.#now()) * 10_000n;
  }
}

/** As the server counts: the type is UTF-16 on its disk. */
export const sizeOf = ({ data, metadata, type }: ProposedEvent): number =>
  data.length + metadata.length + 2 * type.length;

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
