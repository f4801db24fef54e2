import type { DomainEvent, StoredEvent } from '../../../modules/kernel/event.ts';
import type { Projection } from '../../../modules/kernel/projection.ts';
import type { IndexEntry } from '../../../modules/kernel/read-models.ts';
import { stored } from '../stored.ts';

/** What a projection makes of events: its documents by their ids, as JSON would keep them, and how they are listed. */
export type Projected<Document> = {
  readonly documents: ReadonlyMap<string, Document>;
  readonly entriesOf: (id: string) => IndexEntry[];
};

/** Folds events into a projection's documents, one after another. Plain events are stored at positions 1, 2, … */
export function projected<Document>(
  projection: Projection<Document>,
  ...events: readonly (DomainEvent | StoredEvent)[]
): Projected<Document> {
  const texts = new Map<string, string>();
  for (const [at, plain] of events.entries()) {
    const event = 'position' in plain ? plain : stored(plain, { position: BigInt(at + 1) });
    const id = projection.handles(event.type) ? projection.idOf(event) : undefined;
    if (id === undefined) continue;
    const before = texts.get(id);
    const after = projection.evolve(before === undefined ? undefined : projection.documentOf(before), event);
    if (after === undefined) texts.delete(id);
    else texts.set(id, projection.textOf(after));
  }
  const documents = new Map<string, Document>([...texts].map(([id, text]) => [id, projection.documentOf(text)]));
  return { documents, entriesOf: (id) => projection.entriesOf(documents.get(id)) };
}
