import type { Statements } from './history-file.ts';
import { isMarked, type Mark } from './marks.ts';
import type { Segment } from './segment.ts';
import { StoredSegment } from './stored-segment.ts';
import type { Tail } from './tail.ts';

/** So many segments are looked at together for their marks at first, and at most. */
const together = { first: 16, most: 1_024 };

/** In which segments to look. Times are in microseconds, both included. */
export type Within = { readonly since: number; readonly until: number; readonly marks: readonly Mark[] };

/** The whole index: the segments in the file up to which this process knows it, and its tail. */
export class Segments {
  readonly #statements: Statements;
  readonly #tail: Tail;
  /** The last segment in the file behind which the tail begins; another process may have written more. */
  known = 0;

  constructor(statements: Statements, tail: Tail) {
    this.#statements = statements;
    this.#tail = tail;
  }

  /** Those with anything before a position and behind another, newest first. */
  *newest({ before, after }: { before: number; after: number }, within: Within): Generator<Segment, void> {
    yield this.#tail;
    const least = Math.max(1, this.#numberAt(after));
    let size = together.first;
    for (let last = this.#numberAt(before - 1); last >= least; last -= size, size = Math.min(size * 4, together.most)) {
      const some = this.#between(Math.max(least, last - size + 1), last, within);
      for (const row of some.toReversed()) yield new StoredSegment(this.#statements, row);
    }
  }

  /** Those with anything from a position on, oldest first. */
  *oldest(from: number, within: Within): Generator<Segment, void> {
    let size = together.first;
    for (
      let first = Math.max(1, this.#numberAt(from));
      first <= this.known;
      first += size, size = Math.min(size * 4, together.most)
    ) {
      const some = this.#between(first, Math.min(this.known, first + size - 1), within);
      for (const row of some) yield new StoredSegment(this.#statements, row);
    }
    yield this.#tail;
  }

  /** The last segment that begins at a position or before; 0 for none. */
  #numberAt(position: number): number {
    return Math.min(this.known, Number(this.#statements.numberAt.get(position)?.number ?? 0));
  }

  #between(first: number, last: number, { since, until, marks }: Within): Record<string, unknown>[] {
    let marked: Set<number> | undefined;
    for (const mark of marks) {
      const those = new Set<number>();
      for (const { segment, bits } of this.#statements.marksBetween.iterate(mark.block, first, last)) {
        if (marked?.has(Number(segment)) !== false && isMarked(bits as Uint8Array, mark)) those.add(Number(segment));
      }
      if (those.size === 0) return [];
      marked = those;
    }
    const rows = this.#statements.segmentsBetween.all(first, last, since, until);
    return marked ? rows.filter(({ number }) => marked.has(Number(number))) : rows;
  }
}
