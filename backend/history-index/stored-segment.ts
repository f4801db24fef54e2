import type { Statements } from './history-file.ts';
import { marksOf } from './marks.ts';
import {
  type Column,
  type Columns,
  columnNames,
  eventsASegment,
  type PlaceInSegment,
  type Segment,
} from './segment.ts';
import type { Tail } from './tail.ts';

/** How many events' places lie in one row, which is about a page. */
const placesARow = 64;
const rowsASegment = eventsASegment / placesARow;
/** How many of them are made at once, in half a millisecond. */
const rowsAtOnce = 8;

/** A segment in the file. What is looked at of it is read then, and kept for as long as it is looked at. */
export class StoredSegment implements Segment {
  readonly number: number;
  readonly events = eventsASegment;
  readonly first: number;
  readonly last: number;
  readonly since: number;
  readonly until: number;
  readonly #statements: Statements;
  readonly #columns: Partial<Columns> = {};
  #places: { row: number; all: [position: number, at: number, revision: number, stream: string][] } | undefined;

  constructor(statements: Statements, row: Record<string, unknown>) {
    this.#statements = statements;
    this.number = Number(row.number);
    this.first = Number(row.first);
    this.last = Number(row.last);
    this.since = Number(row.since);
    this.until = Number(row.until);
  }

  column<Name extends Column>(name: Name): Columns[Name] {
    const known = this.#columns[name] ?? this.#read(name);
    this.#columns[name] = known;
    return known;
  }

  placeOf(index: number): PlaceInSegment {
    const row = Math.floor(index / placesARow);
    if (this.#places?.row !== row) {
      const found = this.#statements.places.get(this.number * rowsASegment + row);
      this.#places = { row, all: JSON.parse(String(found?.places)) };
    }
    const [position, at, revision, stream] = this.#places.all[index % placesARow] ?? [0, 0, 0, ''];
    return { position, at, revision, stream };
  }

  #read<Name extends Column>(name: Name): Columns[Name] {
    const found = this.#statements.column.get(this.number * columnNames.length + columnNames.indexOf(name))?.numbers;
    if (!(found instanceof Uint8Array)) throw new TypeError(`The history index has no column ${name}.`);
    const { buffer } = Uint8Array.from(found);
    // By its name it is one or the other.
    return (name === 'type' || name === 'actor' ? new Uint32Array(buffer) : new Float64Array(buffer)) as Columns[Name];
  }
}

/**
 * What takes longest to make of the rows of a full tail. It is made a piece at a time, ahead of the transaction in which they are written,
 * since that keeps the event loop.
 */
export class SegmentRows {
  readonly #tail: Tail;
  readonly #first: number;
  readonly #last: number;
  readonly places: string[] = [];
  #marks: Uint8Array[] | undefined;

  constructor(tail: Tail) {
    this.#tail = tail;
    [this.#first, this.#last] = [tail.first, tail.last];
  }

  get marks(): readonly Uint8Array[] {
    this.#marks ??= marksOf(this.#tail.columns);
    return this.#marks;
  }

  get isWhole(): boolean {
    return this.places.length === rowsASegment && this.#marks !== undefined;
  }

  /** Whether they are of what the tail has now: another process may have written some of that. */
  isOf(tail: Tail): boolean {
    return tail === this.#tail && tail.room === 0 && tail.first === this.#first && tail.last === this.#last;
  }

  /** Makes some more of them. */
  makeSome(): void {
    if (this.places.length < rowsASegment) this.#makePlaces(rowsAtOnce);
    else void this.marks;
  }

  makeAll(): void {
    this.#makePlaces(rowsASegment);
    void this.marks;
  }

  #makePlaces(rows: number): void {
    const end = Math.min(this.places.length + rows, rowsASegment);
    for (let row = this.places.length; row < end; row++) {
      const places = Array.from({ length: placesARow }, (_, index) => {
        const { position, at, revision, stream } = this.#tail.placeOf(row * placesARow + index);
        return [position, at, revision, stream];
      });
      this.places.push(JSON.stringify(places));
    }
  }
}

/** Writes the tail, which is full, as the segment of a number. In a transaction. */
export function writeSegment(statements: Statements, number: number, tail: Tail, rows: SegmentRows): void {
  rows.makeAll();
  statements.addSegment.run(number, tail.first, tail.last, tail.since, tail.until);
  for (const [index, name] of columnNames.entries()) {
    const { buffer } = tail.columns[name];
    statements.addColumn.run(number * columnNames.length + index, new Uint8Array(buffer));
  }
  for (const [row, places] of rows.places.entries()) statements.addPlaces.run(number * rowsASegment + row, places);
  for (const [block, marks] of rows.marks.entries()) statements.addMarks.run(block, number, marks);
}
