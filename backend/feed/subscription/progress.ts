/** How far something has come that takes long, and how fast it goes. */
export type Progress = { readonly events: number; readonly of: number; readonly perSecond: number };

/** Milliseconds between two times that it is told. */
const every = 2_000;

/**
 * Tells now and then how far reading the log has come: whoever waits for it sees that it goes on.
 * @param now milliseconds, from whenever
 * @returns to be told of each position that was reached
 */
export function progressTo(
  { from, to }: { readonly from: bigint; readonly to: bigint },
  tell: (progress: Progress) => void,
  now: () => number = () => performance.now(),
): (position: bigint) => void {
  const began = now();
  let toldAt = began;
  return (position) => {
    const at = now();
    if (at - toldAt < every) return;
    toldAt = at;
    const events = Number(position - from);
    tell({ events, of: Number(to - from), perSecond: Math.round((events / (at - began)) * 1_000) });
  };
}
