import { z } from 'zod';
import type { SideRecords } from '../../../modules/kernel/event-store.ts';
import { MerkleTree } from './merkle-tree.ts';

const key = 'seal-edge';

const written = z.object({
  size: z.int().nonnegative(),
  position: z.string().regex(/^\d+$/),
  edge: z.array(z.string().regex(/^[\da-f]{64}$/)),
  seal: z.int().nonnegative(),
});

/** A tree as far as it was grown, up to a position of this log, and the number of the last seal then. */
export type Grown = { readonly tree: MerkleTree; readonly position: bigint; readonly seal: number };

/**
 * The right edge of the tree, beside the log: a seal costs what came since the last, not the whole log. It is of this log and
 * no copy has it, because it speaks of a position. Whoever goes on from it holds it against the root that was signed.
 */
export async function readEdge(records: Pick<SideRecords, 'get'>): Promise<Grown | undefined> {
  const found = await records.get(key);
  const read = found && written.safeParse(parsed(found.value));
  if (!read?.success) return undefined;
  const { size, position, edge, seal } = read.data;
  const tree = MerkleTree.from(
    size,
    edge.map((hex) => Buffer.from(hex, 'hex')),
  );
  return tree && { tree, position: BigInt(position), seal };
}

/** Writes it, unless it is there: what is written anew stays on the disk of EventStoreDB until it is scavenged. */
export async function writeEdge(records: SideRecords, { tree, position, seal }: Grown): Promise<void> {
  const edge = tree.edge.map((hash) => hash.toString('hex'));
  const text = JSON.stringify({ size: tree.size, position: `${position}`, edge, seal });
  if ((await records.get(key))?.value !== text) await records.put(key, text, 'any');
}

/** What is no JSON is none of ours. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
