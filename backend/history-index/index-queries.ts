import type { Place, Wanted } from '../../modules/audit/history-index.ts';
import { hashOf, numberOf, shortHashOf } from './hash.ts';
import { kinds, type Mark, markOf } from './marks.ts';
import { type Column, type Columns, countBefore, type PlaceInSegment, type Segment } from './segment.ts';
import type { Segments } from './segments.ts';

const always = { since: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER };

/** What a column has to be. */
type Term = readonly [column: Exclude<Column, 'position'>, values: readonly number[]];
/** What is looked for, in numbers: by which marks segments are found, and by what events in them. */
type Sought = {
  readonly terms: readonly Term[];
  readonly marks: readonly Mark[];
  readonly since: number;
  readonly until: number;
  /** A hash may be another name's. */
  readonly stream?: string | undefined;
};

/** Reads the index: in the segments that may have what is wanted, as they are marked and by their times, at all events. */
export class IndexQueries {
  readonly #segments: Segments;

  constructor(segments: Segments) {
    this.#segments = segments;
  }

  newest(wanted: Wanted, { before, after = 0, limit }: { before: number; after?: number; limit: number }): Place[] {
    const sought = soughtBy(wanted);
    const found: Place[] = [];
    for (const segment of this.#segments.newest({ before, after }, sought)) {
      const isIt = matching(segment, sought);
      const first = countBefore(after + 1, segment);
      for (let index = countBefore(before, segment) - 1; index >= first; index--) {
        if (found.length >= limit) return found;
        const place = isIt(index);
        if (place) found.push(placeAt(place));
      }
    }
    return found;
  }

  oldest(
    wanted: { types: readonly string[] } | { correlation: string },
    { after, upTo, limit }: { after: number; upTo: number; limit: number },
  ): Place[] {
    const sought = 'types' in wanted ? ofTypes(wanted.types) : soughtBy(wanted);
    const found: Place[] = [];
    for (const segment of this.#segments.oldest(after + 1, sought)) {
      const isIt = matching(segment, sought);
      const last = countBefore(upTo + 1, segment);
      for (let index = countBefore(after + 1, segment); index < last; index++) {
        if (found.length >= limit) return found;
        const place = isIt(index);
        if (place) found.push(placeAt(place));
      }
      if (last < segment.events) break;
    }
    return found;
  }

  /** Where events of an id may be. */
  find(eventId: string): Place[] {
    const id = numberOf(eventId);
    const sought: Sought = { terms: [['id', [id]]], marks: [markOf(kinds.id, id)], ...always };
    const found: Place[] = [];
    for (const segment of this.#segments.newest({ before: Number.MAX_SAFE_INTEGER, after: 0 }, sought)) {
      const isIt = matching(segment, sought);
      for (let index = segment.events - 1; index >= 0; index--) {
        const place = isIt(index);
        if (place) found.push(placeAt(place));
      }
    }
    return found;
  }
}

function soughtBy({ stream, actor, type, correlation, ...times }: Wanted): Sought {
  const terms: Term[] = [];
  const marks: Mark[] = [];
  const { since = always.since, until = always.until } = times;
  const ofType = type === undefined ? undefined : shortHashOf(type);
  if (stream !== undefined) {
    const hash = hashOf(stream);
    terms.push(['stream', [hash]]);
    marks.push(ofType === undefined ? markOf(kinds.stream, hash) : markOf(kinds.streamAndType, hash, ofType));
  }
  if (correlation !== undefined) {
    const hash = hashOf(correlation);
    terms.push(['correlation', [hash]]);
    marks.push(markOf(kinds.correlation, hash));
  }
  if (actor !== undefined) {
    const hash = shortHashOf(actor);
    terms.push(['actor', [hash]]);
    marks.push(ofType === undefined ? markOf(kinds.actor, hash) : markOf(kinds.actorAndType, hash, ofType));
  }
  if (ofType !== undefined) {
    terms.push(['type', [ofType]]);
    if (marks.length === 0) marks.push(markOf(kinds.type, ofType));
  }
  return { terms, marks, since, until, stream };
}

function ofTypes(types: readonly string[]): Sought {
  return { terms: [['type', types.map(shortHashOf)]], marks: [], ...always };
}

/** Says of a segment's event whether it is looked for: its place then. A column is read when one has to be compared. */
function matching(segment: Segment, { terms, since, until, stream }: Sought) {
  const isInTime = segment.since >= since && segment.until <= until;
  const columns: (Columns[Column] | undefined)[] = [];
  return (index: number): PlaceInSegment | undefined => {
    for (let number = 0; number < terms.length; number++) {
      const [name, values] = terms[number] as Term;
      const column = columns[number] ?? segment.column(name);
      columns[number] = column;
      const value = column[index] as number;
      if (value !== values[0] && !(values.length > 1 && values.includes(value))) return undefined;
    }
    const place = segment.placeOf(index);
    const isThen = isInTime || (place.at >= since && place.at <= until);
    return isThen && (stream === undefined || place.stream === stream) ? place : undefined;
  };
}

function placeAt({ position, at, revision, stream }: PlaceInSegment): Place {
  return { position: BigInt(position), stream, revision: BigInt(revision), at };
}
