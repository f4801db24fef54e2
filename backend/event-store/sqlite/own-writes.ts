/**
 * Who wrote what the log holds, in memory that the writer's thread shares with the one that reads: a message between threads
 * comes later than the commit that it tells of, and a reader who sees that commit must know at once whether it is this
 * process's own.
 *
 * A commit has SQLite's one lock for writing from its first position to its last. So what the log has when a commit of ours
 * begins, and did not have after the one before, others have written.
 */
export type OwnWrites = {
  readonly shared: SharedArrayBuffer;
  /** A commit has begun, at a log that goes up to here. */
  begin(reached: bigint): void;
  /** The log goes up to here with what we write. Said before it shows, so that it is never taken for somebody else's. */
  reach(reached: bigint): void;
  /** The last position that others have written, of a log that goes up to here. */
  othersUpTo(reached: bigint): bigint;
};

const others = 0;
const known = 1;

export function ownWrites(shared: SharedArrayBuffer): OwnWrites {
  const positions = new BigInt64Array(shared);
  return {
    shared,
    begin(reached) {
      if (reached > Atomics.load(positions, known)) Atomics.store(positions, others, reached);
    },
    reach(reached) {
      Atomics.store(positions, known, reached);
    },
    othersUpTo: (reached) => (reached > Atomics.load(positions, known) ? reached : Atomics.load(positions, others)),
  };
}

/** @param since how far the log goes now: what is there already is nobody's news. */
export function noWritesYet(since: bigint): OwnWrites {
  const shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
  new BigInt64Array(shared).fill(since);
  return ownWrites(shared);
}
