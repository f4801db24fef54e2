import { type Columns, eventsASegment } from './segment.ts';

/**
 * A Bloom filter for each segment: whether something may be in it, without a look at its events. It is cut into blocks, and what
 * something is marked by lies in one of them, so that the blocks of all segments can be read together for it. With some 16 bits
 * for each thing in a full segment one in several hundred segments is looked at in vain.
 */
const blocks = 64;
const bytesABlock = 512;
const bitsAThing = 5;

/** What is marked: what one looks for, and a stream or an actor together with a type. */
export const kinds = {
  stream: 1,
  actor: 2,
  type: 3,
  correlation: 4,
  id: 5,
  streamAndType: 6,
  actorAndType: 7,
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];

export type Mark = { readonly block: number; readonly first: number; readonly step: number };

const bits = bytesABlock * 8;

/** 32 bits of a number of up to 52 and another of 32 (the finalizer of MurmurHash3). */
function mixed(kind: Kind, value: number, type: number): number {
  let mix = Math.imul((value | 0) ^ kind, 0x9e3779b1) ^ type;
  mix = Math.imul(mix ^ (mix >>> 15) ^ ((value / 4_294_967_296) | 0), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

/** Where something is marked. */
export function markOf(kind: Kind, value: number, type = 0): Mark {
  const mix = mixed(kind, value, type);
  return { block: mix >>> 26, first: mix & (bits - 1), step: ((mix >>> 12) & (bits - 1)) | 1 };
}

/** Whether something may be in the segment that this is the block of. */
export function isMarked(block: Uint8Array, { first, step }: Mark): boolean {
  for (let count = 0, bit = first; count < bitsAThing; count++, bit = (bit + step) & (bits - 1)) {
    if (((block[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** The blocks of a full segment, one after the other. */
export function marksOf({ stream, actor, type, correlation, id }: Columns): Uint8Array[] {
  const marks = new Uint8Array(blocks * bytesABlock);
  const mark = (kind: Kind, value: number, other: number) => {
    const mix = mixed(kind, value, other);
    const from = (mix >>> 26) * bytesABlock;
    const step = ((mix >>> 12) & (bits - 1)) | 1;
    for (let count = 0, bit = mix & (bits - 1); count < bitsAThing; count++, bit = (bit + step) & (bits - 1)) {
      const byte = from + (bit >>> 3);
      marks[byte] = (marks[byte] as number) | (1 << (bit & 7));
    }
  };
  for (let index = 0; index < eventsASegment; index++) {
    const [ofStream, ofActor, ofType] = [stream[index] as number, actor[index] as number, type[index] as number];
    mark(kinds.stream, ofStream, 0);
    mark(kinds.actor, ofActor, 0);
    mark(kinds.type, ofType, 0);
    mark(kinds.correlation, correlation[index] as number, 0);
    mark(kinds.id, id[index] as number, 0);
    mark(kinds.streamAndType, ofStream, ofType);
    mark(kinds.actorAndType, ofActor, ofType);
  }
  return Array.from({ length: blocks }, (_, block) => marks.subarray(block * bytesABlock, (block + 1) * bytesABlock));
}
