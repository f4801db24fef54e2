const firstMs = 400;
const longestMs = 10_000;

/** How long to wait, in ms, before looking once more at what is not final yet: exponential back-off, bounded. */
export function lookingPauseMs(looksBefore: number): number {
  return Math.min(firstMs * 2 ** looksBefore, longestMs);
}
