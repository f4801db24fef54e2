import { useEffect, useRef } from 'react';
import { gathered } from '../../../lib/live/gathered.ts';
import { onTold } from '../../../lib/live/told.ts';

/**
 * What a payment brought has no notice, nor have pieces that go back to the shelf, or a refund that failed: they are looked for so
 * often at most while the history grows, in ms.
 */
const lookEveryMs = 5_000;

/** Looks, for an admin, at what the history alone tells of: at once when it has grown, and then now and again as it goes on. */
export function useHistoryGrew(look: (position: bigint) => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const grew = gathered<bigint>(lookEveryMs, (positions) => latest.current(newestOf(positions)));
    return onTold((name, { position }) => {
      if (name === 'history.grew') grew(BigInt(position));
    });
  }, []);
}

export const newestOf = (positions: ReadonlySet<bigint>) =>
  [...positions].reduce((one, other) => (one > other ? one : other), 0n);
