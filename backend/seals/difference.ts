import { start } from '../../modules/kernel/event-store.ts';
import type { AuditedLog } from './audited-log.ts';
import type { Seal } from './seal.ts';
import type { Leaf } from './tree/leaf.ts';
import type { LeafList } from './tree/leaf-list.ts';
import { leavesAfter } from './tree/leaves.ts';
import { MerkleTree } from './tree/merkle-tree.ts';

/** The first thing in a log that is not what was sealed. */
export type Difference =
  | { readonly what: 'altered' | 'removed' | 'inserted' | 'moved' | 'cut' | 'damaged'; readonly position: bigint }
  /** Known no closer than by the seals on both sides of it: the leaves beside the log are gone, or altered too. */
  | { readonly what: 'different'; readonly after: bigint; readonly upTo: bigint };

type Place = {
  /** The first leaf that the list says otherwise about. */
  readonly suspect: number | undefined;
  /** The seals from the first on that the log is not what it says. */
  readonly seals: readonly Seal[];
  /** Up to where everything is as it was. */
  readonly after: { readonly position: bigint } | undefined;
  /** The last event that was read. */
  readonly to: bigint;
};

/** Finds out what was done. The list of leaves is only believed when it leads to the root that was sealed. */
export async function differenceAt(
  log: AuditedLog,
  list: LeafList,
  { suspect, seals, after, to }: Place,
): Promise<Difference> {
  const believed = suspect === undefined ? undefined : await longestBelieved(list, seals);
  const listed = suspect === undefined || !believed ? undefined : await list.at(suspect);
  if (suspect === undefined || !believed || !listed) {
    const sealed = BigInt(seals[0]?.position ?? 0);
    return { what: 'different', after: after?.position ?? start, upTo: sealed > to ? sealed : to };
  }
  const actual = await leafAt(log, suspect);
  if (!actual) return { what: 'cut', position: listed.position };
  const [isElsewhere, isKnown] = [
    await isInLog(log, listed, actual.position),
    await isInList(list, actual, suspect, believed),
  ];
  if (isElsewhere && isKnown) {
    return { what: 'moved', position: actual.position < listed.position ? actual.position : listed.position };
  }
  if (isElsewhere) return { what: 'inserted', position: actual.position };
  // Of what came after the last seal the list knows nothing.
  if (isKnown || actual.position > listed.position) return { what: 'removed', position: listed.position };
  return { what: 'altered', position: actual.position };
}

/** The last of the seals that the list is what it says, or else the first. What comes later tells what was moved from there. */
async function longestBelieved(list: LeafList, seals: readonly Seal[]): Promise<Seal | undefined> {
  for (const seal of new Set([seals.at(-1), seals[0]])) {
    if (seal && (await rootOf(list, seal.size)) === seal.root) return seal;
  }
  return undefined;
}

async function rootOf(list: LeafList, size: number): Promise<string | undefined> {
  const tree = new MerkleTree();
  for await (const { hash } of list.between(0, size)) tree.add(hash);
  return tree.size === size ? tree.root().toString('hex') : undefined;
}

async function leafAt(log: AuditedLog, index: number): Promise<Leaf | undefined> {
  let before = 0;
  for await (const { leaves } of leavesAfter(log, start)) {
    if (index < before + leaves.length) return leaves[index - before];
    before += leaves.length;
  }
  return undefined;
}

async function isInLog(log: AuditedLog, { hash }: Leaf, after: bigint): Promise<boolean> {
  for await (const { leaves } of leavesAfter(log, after))
    if (leaves.some((leaf) => leaf.hash.equals(hash))) return true;
  return false;
}

async function isInList(list: LeafList, { hash }: Leaf, after: number, { size }: Seal): Promise<boolean> {
  for await (const leaf of list.between(after + 1, size)) if (leaf.hash.equals(hash)) return true;
  return false;
}
