/** Tells of times which of them such a share, from 0 to 1, did not pass (nearest rank); 0 where there are none. */
export function quantilesOf(took: readonly number[]): (share: number) => number {
  const inOrder = Float64Array.from(took).sort();
  return (share) => inOrder[Math.max(0, Math.ceil(inOrder.length * share) - 1)] ?? 0;
}

/** The two of them that a table shows. */
export function spreadOf(took: readonly number[]): { readonly median: number; readonly p99: number } {
  const at = quantilesOf(took);
  return { median: at(0.5), p99: at(0.99) };
}
