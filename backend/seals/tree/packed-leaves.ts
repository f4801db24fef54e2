import type { Leaf } from './leaf.ts';
import { hashLength } from './merkle-tree.ts';

/** A hash, and a position as eight bytes. */
const bytesOfLeaf = hashLength + 8;

/** Leaves as one run of bytes, for a record or for another thread. */
export function packedLeaves(leaves: readonly Leaf[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(leaves.length * bytesOfLeaf);
  for (const [index, { hash, position }] of leaves.entries()) {
    hash.copy(bytes, index * bytesOfLeaf);
    bytes.writeBigUInt64BE(position, index * bytesOfLeaf + hashLength);
  }
  return bytes;
}

export function unpackedLeaves(bytes: Buffer): Leaf[] {
  return Array.from({ length: Math.floor(bytes.length / bytesOfLeaf) }, (_, index) => ({
    hash: bytes.subarray(index * bytesOfLeaf, index * bytesOfLeaf + hashLength),
    position: bytes.readBigUInt64BE(index * bytesOfLeaf + hashLength),
  }));
}
