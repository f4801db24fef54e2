/** How many events a segment has. So many are written at once, which takes some milliseconds. */
export const eventsASegment = 4_096;

/** What one looks for in a segment: a number of each event. Names are hashes; those of types and actors have 32 bits. */
export type Columns = {
  readonly position: Float64Array;
  readonly stream: Float64Array;
  readonly correlation: Float64Array;
  readonly id: Float64Array;
  readonly type: Uint32Array;
  readonly actor: Uint32Array;
};
export type Column = keyof Columns;

/** In the order in which they are kept. */
export const columnNames = ['position', 'stream', 'correlation', 'id', 'type', 'actor'] as const satisfies Column[];

/** Where one of its events stands. */
export type PlaceInSegment = {
  readonly position: number;
  readonly at: number;
  readonly revision: number;
  readonly stream: string;
};

/** A piece of the log as the index has it: numbers by which events are found, and where each stands. */
export interface Segment {
  readonly events: number;
  /** Of its first and last event; of one without any they mean nothing. */
  readonly first: number;
  readonly last: number;
  /** Between which times its events are, in microseconds: they are nearly in order, and not quite. */
  readonly since: number;
  readonly until: number;
  column<Name extends Column>(name: Name): Columns[Name];
  placeOf(index: number): PlaceInSegment;
}

/** How many of a segment's events stand before a position. */
export function countBefore(position: number, segment: Pick<Segment, 'events' | 'first' | 'last' | 'column'>): number {
  if (segment.events === 0 || position <= segment.first) return 0;
  if (position > segment.last) return segment.events;
  const column = segment.column('position');
  let [low, high] = [0, segment.events];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] as number) < position) low = middle + 1;
    else high = middle;
  }
  return low;
}
