import { byId } from '../../../modules/kernel/read-models.ts';
import { countOf } from '../sqlite-lists.ts';
import type { Statements } from '../sqlite-statements.ts';
import { noEntries, storedIn, textIn } from '../sqlite-writes.ts';
import type { HeldProjection } from './held-projection.ts';
import { type Entries, entriesOf, type Kept } from './memtable.ts';
import { listOf } from './places.ts';

/** So many entries are counted in less than a millisecond; of documents by their ids, each of which is looked into, so few. */
const longList = ({ index }: { readonly index: string }) => (index === byId ? 200 : 10_000);

/** Reads a document that the memory does not know. What it is then is of the moment of the memory's checkpoint. */
export function read(statements: Statements, held: HeldProjection, id: string): Kept {
  const row = statements.found.get(id, held.name);
  held.meet(storedIn(row));
  const known = held.find(id);
  if (known) return known;
  const kept = { document: textIn(row?.document), entries: textIn(row?.entries) ?? noEntries };
  held.keep(id, kept);
  return kept;
}

/** The same of many. */
export function readMany(statements: Statements, held: HeldProjection, ids: readonly string[]): Kept[] {
  return atOneMoment(statements, () => {
    const stored = storedIn(statements.checkpoint.get(held.name));
    held.meet(stored);
    return ids.map((id) => {
      const known = held.find(id);
      if (known) return known;
      const row = stored && statements.document.get(stored.number, id);
      const kept = { document: textIn(row?.document), entries: textIn(row?.entries) ?? noEntries };
      held.keep(id, kept);
      return kept;
    });
  });
}

/** Counts a list that is not long; undefined when it is. */
export function countFew(statements: Statements, held: HeldProjection, index: string, key: string): number | undefined {
  return atOneMoment(statements, () => {
    const row = countOf(statements.lists, held.name, { index, key }, longList({ index }) + 1);
    held.meet(storedIn(row));
    held.beginCounting((id) => entriesInFile(statements, held.name, id));
    const entries = Number(row?.documents ?? 0);
    if (entries > longList({ index })) return undefined;
    held.counted(listOf({ index, key }), entries);
    return held.count(listOf({ index, key }));
  });
}

/** In one transaction: the thread writes meanwhile; and each statement that begins one asks the system for its locks. */
function atOneMoment<Result>(statements: Statements, work: () => Result): Result {
  statements.beginReading.run();
  try {
    return work();
  } finally {
    statements.commit.run();
  }
}

function entriesInFile(statements: Statements, projection: string, id: string): Entries {
  return entriesOf(textIn(statements.found.get(id, projection)?.entries) ?? noEntries);
}
