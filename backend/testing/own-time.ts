import { readFileSync } from 'node:fs';

/**
 * Begins to measure how long work takes here, for bounds that hold on a busy machine too: wall-clock time, less the time for
 * which a process that does it could have gone on and others had the processor (the run queue's delay, which Linux counts;
 * elsewhere nothing is taken off). Not for what a process' own threads hold up: they are others to its main thread, too.
 * @param pids the processes that work for this one meanwhile, one after the other with it
 * @returns how many milliseconds have passed so far, without what others took
 */
export function ownTime(...pids: readonly (number | undefined)[]): () => number {
  const threads = ['thread-self', ...pids.filter((pid) => pid !== undefined)];
  const waited = new Map<string | number, number>();
  const look = () => {
    for (const thread of threads) waited.set(thread, delayOf(thread) ?? waited.get(thread) ?? 0);
    return [...waited.values()].reduce((sum, delay) => sum + delay, 0);
  };
  const before = look();
  const began = performance.now();
  // Nothing can be read of a process that has ended: what was seen of it last counts.
  const looking = setInterval(look, 20);
  looking.unref();
  return () => {
    clearInterval(looking);
    return Math.max(0, performance.now() - began - (look() - before));
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
