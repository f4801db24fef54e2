import { hashOf, numberOf, remembering, shortHashOf } from './hash.ts';
import type { IndexedEvent } from './indexed-event.ts';
import {
  type Column,
  type Columns,
  countBefore,
  eventsASegment,
  type PlaceInSegment,
  type Segment,
} from './segment.ts';

/**
 * The newest events, which are no full segment yet: they are in the memory only, and read from the log again by a process that
 * begins. So nothing is written for an event by itself.
 */
export class Tail implements Segment {
  readonly columns: Columns = {
    position: new Float64Array(eventsASegment),
    stream: new Float64Array(eventsASegment),
    correlation: new Float64Array(eventsASegment),
    id: new Float64Array(eventsASegment),
    type: new Uint32Array(eventsASegment),
    actor: new Uint32Array(eventsASegment),
  };
  readonly #at = new Float64Array(eventsASegment);
  readonly #revision = new Float64Array(eventsASegment);
  #names: string[] = [];
  #correlation = { text: '', hash: hashOf('') };
  readonly #streamHash = remembering(hashOf);
  readonly #typeHash = remembering(shortHashOf);
  readonly #actorHash = remembering(shortHashOf);
  #upTo = 0;

  /** Up to where the log is indexed. */
  get upTo(): number {
    return this.#upTo;
  }

  get events(): number {
    return this.#names.length;
  }

  /** How many events it still takes. */
  get room(): number {
    return eventsASegment - this.events;
  }

  get first(): number {
    return this.columns.position[0] as number;
  }

  get last(): number {
    return this.columns.position[this.events - 1] ?? 0;
  }

  get since(): number {
    return this.#at.subarray(0, this.events).reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  }

  get until(): number {
    return this.#at.subarray(0, this.events).reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY);
  }

  column<Name extends Column>(name: Name): Columns[Name] {
    return this.columns[name];
  }

  placeOf(index: number): PlaceInSegment {
    return {
      position: this.columns.position[index] as number,
      at: this.#at[index] as number,
      revision: this.#revision[index] as number,
      stream: this.#names[index] as string,
    };
  }

  /** Adds what stands behind what it has. */
  add(events: readonly IndexedEvent[], upTo: number): void {
    const { columns } = this;
    for (const event of events) {
      if (event.position <= this.#upTo) continue;
      const index = this.#names.push(event.stream) - 1;
      columns.position[index] = event.position;
      columns.stream[index] = this.#streamHash(event.stream);
      columns.correlation[index] = this.#correlationHash(event.correlation);
      columns.id[index] = numberOf(event.id);
      columns.type[index] = this.#typeHash(event.type);
      columns.actor[index] = this.#actorHash(event.actor);
      this.#at[index] = event.at;
      this.#revision[index] = event.revision;
      this.#upTo = event.position;
    }
    if (upTo > this.#upTo) this.#upTo = upTo;
  }

  /** Leaves out what is written: all events up to a position. */
  dropUpTo(position: number): void {
    const written = countBefore(position + 1, this);
    if (written > 0) {
      for (const column of [...Object.values(this.columns), this.#at, this.#revision]) column.copyWithin(0, written);
      this.#names = this.#names.slice(written);
    }
    if (position > this.#upTo) this.#upTo = position;
  }

  /** Begins again behind a position. */
  beginAt(position: number): void {
    this.#names = [];
    this.#upTo = position;
  }

  /** What comes of one request mostly stands together. */
  #correlationHash(text: string): number {
    if (this.#correlation.text !== text) this.#correlation = { text, hash: hashOf(text) };
    return this.#correlation.hash;
  }
}
