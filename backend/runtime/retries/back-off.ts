/** How fast tries follow one another: the first wait, and the longest, in milliseconds. */
export type Pace = { readonly first: number; readonly most: number };

/**
 * Exponential back-off with jitter: how long to wait after so many failures (from 1), in whole milliseconds. Twice as long each
 * time up to the longest, of which between half and all is taken: without that, everybody who failed together would come
 * again together.
 */
export function backOff(failures: number, { first, most }: Pace): number {
  const longest = Math.min(most, first * 2 ** (failures - 1));
  return Math.ceil(longest * (0.5 + Math.random() / 2));
}
