import type { StoredEvent } from '../event.ts';
import type { Projection } from '../projection.ts';
import type { IndexEntry } from '../read-models.ts';
import type { Addition } from './sums.ts';

/** What an event makes of a document; where it ends it, or there was none, `document` is undefined. */
export type FoldedEvent = {
  readonly document: unknown;
  /** Where the document is listed. */
  readonly entries: readonly IndexEntry[];
  /** What the event adds to sums. */
  readonly additions: readonly Addition[];
};

/**
 * Folds an event into its document, with all that is kept of it but its text, which can be made of each, and is half of the work
 * where nobody keeps it. Where one part of it fails, none of it counts: the document stays as it was, and what happens to it later
 * does not count either.
 * @throws whatever the projection fails with
 */
export function foldEvent(projection: Projection, before: unknown, event: StoredEvent): FoldedEvent {
  const document = projection.evolve(before, event);
  const additions = projection.sums?.of(before, document, event) ?? [];
  return { document, entries: document === undefined ? [] : projection.entriesOf(document), additions };
}
