import { start } from '../../modules/kernel/event-store.ts';
import type { AuditedLog } from './audited-log.ts';
import { type Difference, differenceAt } from './difference.ts';
import type { OutsideSeal } from './log-sealed.ts';
import { type ExpectedSeal, expectedSeals } from './outside/expected-seals.ts';
import { linesLost, type NoSeals } from './outside/no-seals.ts';
import { LeafList } from './tree/leaf-list.ts';
import { leavesAfter } from './tree/leaves.ts';
import { MerkleTree } from './tree/merkle-tree.ts';
import { readEdge } from './tree/tree-edge.ts';

/** What a log was found to be, held against its seals. */
export type Verified = {
  /** True when all that is sealed is as it was, and the seals and the file are whole. */
  readonly isWhole: boolean;
  /** The last seal up to which everything is as it was, and where in this log that is; undefined for none. */
  readonly proven: { readonly position: bigint; readonly size: number; readonly seals: number } | undefined;
  /** How much of that a seal from outside the log says: a cut together with its seals is seen as far as these go. */
  readonly provenOutside: number;
  /** Events after the last seal, of which nothing is proved. */
  readonly notSealed: number;
  readonly difference: Difference | undefined;
  /** What is wrong with the seals themselves. */
  readonly wrong: readonly string[];
  /** What is wrong with the file of the log besides, so that no shop opens it or streams read otherwise. */
  readonly unsound: readonly string[];
};

export type HeldAgainst = {
  readonly outside: readonly OutsideSeal[];
  /** What else stood where these were read, and is no seal. */
  readonly noSeals?: NoSeals | undefined;
  /** Public keys; undefined where none is known. */
  readonly believed: readonly string[] | undefined;
  readonly signal?: AbortSignal;
  readonly progressed?: (position: bigint) => void;
};

/** Reads the whole log once and holds it against every seal. Of the log no more than a page is in the memory at once. */
export async function verifyLog(log: AuditedLog, held: HeldAgainst): Promise<Verified> {
  // Before the seals, or one that is made meanwhile would seem to be gone.
  const grown = await readEdge(log.records);
  const inLog = await log.seals();
  const { outside, believed } = held;
  const { expected, wrong: said } = expectedSeals({ inLog, outside, believed, remembered: grown?.seal });
  const lost = linesLost(held.noSeals, inLog);
  const wrong =
    lost > 0
      ? [
          ...said,
          `Outside the log ${lost === 1 ? 'a line is no seal: what it' : `${lost} lines are no seals: what they`} said is not known.`,
        ]
      : [...said];
  const list = new LeafList(log.records);
  const tree = new MerkleTree();
  let next = 0;
  let proven: Verified['proven'];
  let provenOutside = 0;
  /** The first place where the log is not what the list says, if it says anything. */
  let suspect: number | undefined;
  let isListed = true;
  let last = start;
  /** The first event that is not as any shop writes them, sealed or not. */
  let damaged: bigint | undefined;
  const found = (failed: ExpectedSeal | undefined, sealed?: Difference): Verified => {
    const isSooner = damaged !== undefined && (!sealed || !('position' in sealed) || damaged < sealed.position);
    const difference: Difference | undefined = isSooner ? { what: 'damaged', position: damaged as bigint } : sealed;
    const unsound = log.unsound();
    const isWhole = !failed && !difference && wrong.length === 0 && unsound.length === 0;
    const notSealed = failed ? 0 : tree.size - (proven?.size ?? 0);
    return { isWhole, proven, provenOutside, notSealed, difference, wrong, unsound };
  };
  const sealsFrom = (index: number) => expected.slice(index).map(({ seal }) => seal);
  const mostSealed = expected.at(-1)?.seal.size ?? 0;
  for await (const { leaves, position, ...piece } of leavesAfter(log, start, { signal: held.signal })) {
    damaged ??= piece.damaged[0];
    for (const leaf of leaves) {
      if (isListed && suspect === undefined && tree.size < mostSealed) {
        const listed = await list.at(tree.size);
        if (!listed) isListed = false;
        else if (!listed.hash.equals(leaf.hash)) suspect = tree.size;
      }
      tree.add(leaf.hash);
      last = leaf.position;
      if (expected[next]?.seal.size !== tree.size) continue;
      const root = tree.root().toString('hex');
      for (; expected[next]?.seal.size === tree.size; next++) {
        const seal = expected[next] as ExpectedSeal;
        if (seal.seal.root !== root) {
          return found(
            seal,
            await differenceAt(log, list, { suspect, seals: sealsFrom(next), after: proven, to: last }),
          );
        }
        proven = { position: last, size: tree.size, seals: (proven?.seals ?? 0) + 1 };
        if (seal.isOutside) provenOutside = tree.size;
        if (seal.stands !== undefined && seal.stands <= last) {
          wrong.push(
            `Seal ${seal.seal.number}, at position ${seal.stands}, stands before what it seals: it was moved.`,
          );
        }
      }
      // What is sealed is as it was: it is the list that is not.
      if (suspect !== undefined) isListed = false;
      suspect = undefined;
    }
    held.progressed?.(position);
  }
  const beyond = expected[next];
  if (!beyond) return found(undefined);
  const place = { suspect: suspect ?? tree.size, seals: sealsFrom(next), after: proven, to: last };
  return found(beyond, await differenceAt(log, list, place));
}
