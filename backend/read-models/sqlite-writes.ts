import { byId, type IndexEntry } from '../../modules/kernel/read-models.ts';
import { EntriesByList } from './entries-by-list.ts';
import { entriesAtOnce, type Statements } from './sqlite-statements.ts';

/** A projection as the file has it: its number there, and its checkpoint. */
export type Stored = { readonly number: number; readonly position: bigint };

/** A document as it is to be kept: undefined when it is to go. `entries` is its index entries as JSON. */
export type Written = { readonly id: string; readonly document: string | undefined; readonly entries: string };

export const noEntries = '[]';

/** Where a row of a statement says that its projection stands; undefined for one that the file does not have. */
export function storedIn(row: { readonly [column: string]: unknown } | undefined): Stored | undefined {
  return row && { number: Number(row.number), position: BigInt(String(row.position)) };
}

/** What a column holds, which is NULL where nothing was written. */
export function textIn(column: unknown): string | undefined {
  return typeof column === 'string' ? column : undefined;
}

/**
 * Moves the checkpoint, if it is where it is believed to be, and of the projection that is believed to be there, where that is
 * said: not of one that was dropped and built anew up to the same position. Resolves to the projection's number if it was.
 */
export function moveCheckpoint(
  { firstCheckpoint, moveCheckpoint: move, checkpoint }: Statements,
  name: string,
  expected: Partial<Stored> | undefined,
  next: bigint,
): number | undefined {
  const { changes } =
    expected?.position === undefined
      ? firstCheckpoint.run(name, String(next))
      : move.run(String(next), name, String(expected.position), expected.number ?? null);
  return changes === 1 ? Number(checkpoint.get(name)?.number) : undefined;
}

/**
 * Writes documents in the order of their ids, and then their entries in that of the index: so each page is touched once.
 * @param documents each once, best in the order in which they came: that of the lists that are sorted by time
 */
export function write(statements: Statements, projection: number, documents: readonly Written[]): void {
  const before = putInOrder(statements, projection, documents);
  const [gone, come] = [new EntriesByList(), new EntriesByList()];
  for (const [index, { id, entries }] of documents.entries()) {
    const earlier = before[index] ?? noEntries;
    // Most changes leave a document where it is listed.
    if (earlier === entries) continue;
    const [old, fresh]: IndexEntry[][] = [JSON.parse(earlier), JSON.parse(entries)];
    for (const entry of old ?? []) if (!isAmong(fresh, entry) && entry.index !== byId) gone.add(entry, id);
    for (const entry of fresh ?? []) if (!isAmong(old, entry) && entry.index !== byId) come.add(entry, id);
  }
  for (const { index, key, sort, id } of gone.inOrder()) statements.removeEntry.run(projection, index, key, sort, id);
  let together: string[] = [];
  for (const { index, key, sort, id } of come.inOrder()) {
    together.push(index, key, sort, id);
    if (together.length < 4 * entriesAtOnce) continue;
    statements.putEntries.run(projection, ...together);
    together = [];
  }
  for (let at = 0; at < together.length; at += 4) statements.putEntry.run(projection, ...together.slice(at, at + 4));
}

/** The documents themselves, and what the entries of each were before, in the order of the documents that were given. */
function putInOrder(
  { addDocument, putDocument, removeDocument, entries: entriesOf }: Statements,
  projection: number,
  documents: readonly Written[],
): (string | undefined)[] {
  const before = new Array<string | undefined>(documents.length);
  const byId = [...documents.entries()].sort(([, one], [, other]) => (one.id < other.id ? -1 : 1));
  // Of new documents mostly many come together, and so they do of others.
  let isNew = false;
  for (const [index, { id, document, entries }] of byId) {
    if (isNew && document !== undefined) {
      isNew = addDocument.run(projection, id, document, entries).changes === 1;
      if (isNew) continue;
    }
    const earlier = textIn(entriesOf.get(projection, id)?.entries);
    before[index] = earlier;
    if (document !== undefined) putDocument.run(projection, id, document, entries);
    else if (earlier !== undefined) removeDocument.run(projection, id);
    isNew = document !== undefined && earlier === undefined;
  }
  return before;
}

/** Forgets a projection, its number too. */
export function dropped(statements: Statements, name: string): void {
  const number = storedIn(statements.checkpoint.get(name))?.number;
  if (number === undefined) return;
  statements.dropDocuments.run(number);
  statements.dropEntries.run(number);
  statements.dropProjection.run(number);
}

/**
 * Sets a projection aside, to be forgotten piece by piece: from then on nobody finds it. Whoever is interrupted leaves it under a name
 * that nobody feeds, and so it goes with those of other versions.
 * @returns its number
 */
export function setAside(statements: Statements, name: string): number | undefined {
  const number = storedIn(statements.checkpoint.get(name))?.number;
  if (number !== undefined) statements.setAside.run(`dropped ${number}`, number);
  return number;
}

/** Forgets so many documents and entries at most of one that was set aside; true when nothing of it is left. */
export function droppedSome(statements: Statements, number: number, most: number): boolean {
  const documents = Number(statements.dropSomeDocuments.run(number, most).changes);
  const entries = Number(statements.dropSomeEntries.run(number, most).changes);
  const isAll = documents < most && entries < most;
  if (isAll) statements.dropProjection.run(number);
  return isAll;
}

function isAmong(entries: readonly IndexEntry[] | undefined, { index, key, sort }: IndexEntry): boolean {
  return entries?.some((one) => one.index === index && one.key === key && one.sort === sort) ?? false;
}
