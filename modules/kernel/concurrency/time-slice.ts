import { setImmediate as nextRound } from 'node:timers/promises';

/** Milliseconds in one go: so long others wait at most, beside what one step takes. */
const slice = 5;

/**
 * Cooperative scheduling of long work by whoever does it: after each step it asks whether its time slice is over, and where it is,
 * waits until others had their turn. Asking is cheap, and nothing is waited for within a slice.
 * @returns what to wait for before the next step; undefined to go on at once
 */
export function inSlices(): () => Promise<void> | undefined {
  let ends = performance.now() + slice;
  return () => {
    if (performance.now() < ends) return undefined;
    return nextRound().then(() => {
      ends = performance.now() + slice;
    });
  };
}
