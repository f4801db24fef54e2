import type { IndexEntry } from '../../modules/kernel/read-models.ts';
import { isOfEvery, type Statements } from './sqlite-statements.ts';

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

/** Writes documents in the order of their ids, and then their entries in that of the index: so each page is touched once. */
export function write(statements: Statements, projection: number, documents: readonly Written[]): void {
  const gone: [string, IndexEntry][] = [];
  const come: [string, IndexEntry][] = [];
  for (const { id, document, entries } of documents) {
    const before = textIn(statements.entries.get(projection, id)?.entries);
    if (document !== undefined) statements.putDocument.run(projection, id, document, entries);
    else if (before !== undefined) statements.removeDocument.run(projection, id);
    // Most changes leave a document where it is listed.
    if ((before ?? noEntries) === entries) continue;
    const [old, fresh]: IndexEntry[][] = [JSON.parse(before ?? noEntries), JSON.parse(entries)];
    for (const entry of old ?? []) if (!isAmong(fresh, entry) && !isOfEvery(entry)) gone.push([id, entry]);
    for (const entry of fresh ?? []) if (!isAmong(old, entry) && !isOfEvery(entry)) come.push([id, entry]);
  }
  for (const [id, { index, key, sort }] of gone.sort(byEntry)) {
    statements.removeEntry.run(projection, index, key, sort, id);
  }
  for (const [id, { index, key, sort }] of come.sort(byEntry))
    statements.putEntry.run(projection, index, key, sort, id);
}

/** Forgets a projection, its number too. */
export function dropped(statements: Statements, name: string): void {
  const number = storedIn(statements.checkpoint.get(name))?.number;
  if (number === undefined) return;
  statements.dropDocuments.run(number);
  statements.dropEntries.run(number);
  statements.dropProjection.run(number);
}

function isAmong(entries: readonly IndexEntry[] | undefined, { index, key, sort }: IndexEntry): boolean {
  return entries?.some((one) => one.index === index && one.key === key && one.sort === sort) ?? false;
}

/** About the order of the index, which is all that the speed needs. */
function byEntry([id, a]: [string, IndexEntry], [otherId, b]: [string, IndexEntry]): number {
  return order(a.index, b.index) || order(a.key, b.key) || order(a.sort, b.sort) || order(id, otherId);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
