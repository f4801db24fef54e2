import { readFileSync } from 'node:fs';

/** Looks at a thread: for how many milliseconds it was ready to run, and did not; undefined where nobody counts it. */
type DelayOf = (thread: string | number) => number | undefined;

/**
 * Begins to measure how long work takes here, for bounds that hold on a busy machine too: wall-clock time, less the time for
 * which a process that does it could have gone on and others had the processor (the run queue's delay, which Linux counts;
 * elsewhere nothing is taken off). Not for what a process' own threads hold up: they are others to its main thread, too.
 * @param pids the processes that work for this one meanwhile
 * @returns how many milliseconds have passed so far, without what others took
 */
export function ownTime(...pids: readonly (number | undefined)[]): () => number {
  const waited = longestWaits(['thread-self', ...pids.filter((pid) => pid !== undefined)]);
  const began = performance.now();
  // Nothing can be read of a process that has ended: what was seen of it last counts.
  const looking = setInterval(waited, 20);
  looking.unref();
  return () => {
    clearInterval(looking);
    return Math.max(0, performance.now() - began - waited());
  };
}

/**
 * How long some threads have waited together, in milliseconds: from one look to the next as long as the one of them that waited the
 * longest. They wait at the same time, and the sum of their delays may be more than has passed, which would hide all that they took.
 */
export function longestWaits(threads: readonly (string | number)[], ofThread: DelayOf = delayOf): () => number {
  const seen = new Map(threads.map((thread) => [thread, ofThread(thread)]));
  let sum = 0;
  return () => {
    const since = threads.map((thread) => {
      const [before, now] = [seen.get(thread), ofThread(thread)];
      if (now !== undefined) seen.set(thread, now);
      return now === undefined ? 0 : now - (before ?? now);
    });
    sum += Math.max(...since);
    return sum;
  };
}

/** For how many milliseconds the main thread of a process was ready to run, and did not; undefined where nobody counts it. */
export function delayOf(thread: string | number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${thread}/schedstat`, 'utf8').split(' ')[1]) / 1_000_000;
  } catch {
    return undefined;
  }
}
