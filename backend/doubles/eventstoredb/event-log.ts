import { EventEmitter, once } from 'node:events';

/** One event as the server keeps it. Positions and revisions are bigint: on a server of some age they pass 2^53. */
export type RecordedEvent = {
  /** Commit and prepare position alike. */
  position: bigint;
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  contentType: string;
  /** 100 ns ticks since the Unix epoch. */
  created: bigint;
  data: Uint8Array;
  metadata: Uint8Array;
  /** Which event of its append it is, from 0, and of how many. */
  place: number;
  together: number;
};

/** Roughly what a record costs on disk beside its payload; positions are byte offsets, so they are never dense. */
const RECORD_OVERHEAD_BYTES = 78;

/** The one order of all events. Only ever grows, unless it is put back to what it was. */
export class EventLog {
  readonly #events: RecordedEvent[] = [];
  readonly #writes = new EventEmitter();
  /** Where events were written, those that were scavenged since included. */
  readonly #positions = new Set<bigint>();
  #nextPosition: bigint;
  /** From which event on nobody is shown any; undefined where all are. */
  #hiddenFrom: number | undefined;

  constructor(firstPosition = 0n) {
    this.#nextPosition = firstPosition;
    this.#writes.setMaxListeners(0);
  }

  get length(): number {
    return this.#events.length;
  }

  at(index: number): RecordedEvent | undefined {
    return index < this.shown ? this.#events[index] : undefined;
  }

  /** How many events may be read. */
  get shown(): number {
    return this.#hiddenFrom ?? this.#events.length;
  }

  /** From now on what is written is not to be read, until it is shown. */
  hide(): void {
    this.#hiddenFrom ??= this.#events.length;
  }

  show(): void {
    if (this.#hiddenFrom === undefined) return;
    this.#hiddenFrom = undefined;
    this.#writes.emit('written');
  }

  /** Of these events, in the order of the log, those that may be read. */
  shownOf(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const hidden = this.#hiddenFrom === undefined ? undefined : this.#events[this.#hiddenFrom];
    return hidden ? events.filter(({ position }) => position < hidden.position) : events;
  }

  write(event: Omit<RecordedEvent, 'position'>): RecordedEvent {
    const recorded = { ...event, position: this.#nextPosition };
    this.#nextPosition += sizeOnDisk(event);
    this.#events.push(recorded);
    this.#positions.add(recorded.position);
    this.#writes.emit('written');
    return recorded;
  }

  /** Takes away all but the first so many events, as a server does not do: its files are put back to what they were. */
  cut(length: number): readonly RecordedEvent[] {
    const lost = this.#events.splice(length);
    for (const { position } of lost) this.#positions.delete(position);
    this.#nextPosition = lost[0]?.position ?? this.#nextPosition;
    return lost;
  }

  /** Takes away all events but some; the others stay at their positions. */
  keep(stays: (event: RecordedEvent) => boolean): void {
    const kept = this.#events.filter(stays);
    this.#events.splice(0, this.#events.length, ...kept);
  }

  /** Where the event before an index ends, and what is written next begins. */
  endBefore(index: number): bigint {
    const before = this.#events[index - 1];
    return before ? before.position + sizeOnDisk(before) : 0n;
  }

  /** Whether something begins at a position, the end of the log included: in the midst of a record nothing can be read. */
  begins(position: bigint): boolean {
    return this.#positions.has(position) || position === this.#nextPosition;
  }

  /** Whether a position is behind the end of the log. */
  isBeyond(position: bigint): boolean {
    return position > this.#nextPosition;
  }

  /** The index of the first event at or after a position; the log's length when there is none. */
  indexOf(position: bigint): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const event = this.#events[middle];
      if (event && event.position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Settles at the next write. Rejects with an AbortError when the signal aborts. */
  async nextWrite(signal: AbortSignal): Promise<void> {
    await once(this.#writes, 'written', { signal });
  }
}

function sizeOnDisk({ data, metadata, stream, type }: Omit<RecordedEvent, 'position'>): bigint {
  return BigInt(RECORD_OVERHEAD_BYTES + data.length + metadata.length + stream.length + type.length);
}
