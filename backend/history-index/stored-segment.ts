import type { Statements } from './history-file.ts';
import { blocks, marksOf } from './marks.ts';
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

/** Writes the tail, which is full, as the segment of a number. In a transaction. */
export function writeSegment(statements: Statements, number: number, tail: Tail): void {
  statements.addSegment.run(number, tail.first, tail.last, tail.since, tail.until);
  for (const [index, name] of columnNames.entries()) {
    const { buffer } = tail.columns[name];
    statements.addColumn.run(number * columnNames.length + index, new Uint8Array(buffer));
  }
  for (let row = 0; row < rowsASegment; row++) {
    const places = Array.from({ length: placesARow }, (_, index) => {
      const { position, at, revision, stream } = tail.placeOf(row * placesARow + index);
      return [position, at, revision, stream];
    });
    statements.addPlaces.run(number * rowsASegment + row, JSON.stringify(places));
  }
  const marks = marksOf(tail.columns);
  for (let block = 0; block < blocks; block++) statements.addMarks.run(block, number, marks[block] as Uint8Array);
}
