import { hash } from 'node:crypto';

/** Bytes of a SHA-256. */
export const hashLength = 32;

/** SHA-256 of a leaf: a zero byte before it, so that no leaf can be taken for a node (RFC 6962, 2.1). */
export function leafHash(text: string): Buffer {
  return hash('sha256', `\0${text}`, 'buffer');
}

/** SHA-256 of two subtrees: a byte 1 before them. */
function nodeHash(left: Buffer, right: Buffer): Buffer {
  const node = Buffer.allocUnsafe(1 + 2 * hashLength);
  node[0] = 1;
  left.copy(node, 1);
  right.copy(node, 1 + hashLength);
  return hash('sha256', node, 'buffer');
}

/** A subtree in which every place is taken: of 2^n leaves. */
type Peak = { readonly leaves: number; readonly hash: Buffer };

/** A leaf whose way to the root is wanted. */
type Followed = { readonly path: Buffer[]; within: Peak };

/**
 * Merkle tree (RFC 6962, 2.1) that leaves are added to at the end. Of all of it only the right edge is kept, a hash for each
 * power of two: so it takes no more memory for a million leaves than for one, and goes on from its edge whenever more come.
 */
export class MerkleTree {
  #size = 0;
  readonly #peaks: Peak[] = [];
  readonly #followed = new Map<number, Followed>();

  /** A tree that has grown before, by its size and its edge; undefined where these do not belong together. */
  static from(size: number, edge: readonly Buffer[]): MerkleTree | undefined {
    const tree = new MerkleTree();
    tree.#size = size;
    const widths = powersIn(size);
    if (widths.length !== edge.length || edge.some(({ length }) => length !== hashLength)) return undefined;
    for (const [index, leaves] of widths.entries()) tree.#peaks.push({ leaves, hash: edge[index] ?? Buffer.alloc(0) });
    return tree;
  }

  get size(): number {
    return this.#size;
  }

  /** What `from` makes the tree of again: the hashes of its full subtrees, from the widest on. */
  get edge(): readonly Buffer[] {
    return this.#peaks.map((peak) => peak.hash);
  }

  /** @param isFollowed whether its way to the root will be asked for */
  add(leaf: Buffer, isFollowed = false): void {
    let peak: Peak = { leaves: 1, hash: leaf };
    if (isFollowed) this.#followed.set(this.#size, { path: [], within: peak });
    this.#size += 1;
    for (let left = this.#peaks.at(-1); left?.leaves === peak.leaves; left = this.#peaks.at(-1)) {
      this.#peaks.pop();
      const joined = { leaves: 2 * peak.leaves, hash: nodeHash(left.hash, peak.hash) };
      if (this.#followed.size > 0) this.#lengthen(left, peak, joined);
      peak = joined;
    }
    this.#peaks.push(peak);
  }

  /** What stands for all leaves in their order. */
  root(): Buffer {
    return foldedFrom(this.#peaks) ?? hash('sha256', '', 'buffer');
  }

  /**
   * The way from a leaf to the root of the tree as it is now (audit path; RFC 6962, 2.1.1).
   * @throws RangeError for a leaf that was not followed
   */
  pathOf(index: number): Buffer[] {
    const followed = this.#followed.get(index);
    if (!followed) throw new RangeError(`Leaf ${index} was not followed.`);
    const at = this.#peaks.indexOf(followed.within);
    const behind = foldedFrom(this.#peaks.slice(at + 1));
    const before = this.#peaks.slice(0, at).toReversed();
    return [...followed.path, ...(behind ? [behind] : []), ...before.map((peak) => peak.hash)];
  }

  #lengthen(left: Peak, right: Peak, joined: Peak): void {
    for (const followed of this.#followed.values()) {
      if (followed.within === left) followed.path.push(right.hash);
      else if (followed.within === right) followed.path.push(left.hash);
      else continue;
      followed.within = joined;
    }
  }
}

/** The root that a leaf and its way lead to in a tree of a size; undefined when there is no such way (RFC 9162, 2.1.3.2). */
export function rootBy(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer | undefined {
  if (index < 0 || index >= size) return undefined;
  // Divided, not shifted: a shift takes 32 bits.
  const half = (number: number) => Math.floor(number / 2);
  let [at, last, root] = [index, size - 1, leaf];
  for (const beside of path) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      root = nodeHash(beside, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      root = nodeHash(root, beside);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 ? root : undefined;
}

function foldedFrom(peaks: readonly Peak[]): Buffer | undefined {
  let folded: Buffer | undefined;
  for (const peak of peaks.toReversed()) folded = folded ? nodeHash(peak.hash, folded) : peak.hash;
  return folded;
}

/** The powers of two that a number is the sum of, from the largest on. */
function powersIn(number: number): number[] {
  const powers: number[] = [];
  for (let rest = number, power = 1; rest > 0; rest = Math.floor(rest / 2), power *= 2) {
    if (rest % 2 === 1) powers.unshift(power);
  }
  return powers;
}
