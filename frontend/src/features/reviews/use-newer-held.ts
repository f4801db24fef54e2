import { useState } from 'react';
import type { Review } from '../../../../modules/reviews/contract.ts';

/**
 * How many reviews, of a list with the newest first, came while somebody has it before them: those wait above it until they
 * are wanted, so that nothing moves that is being read.
 */
export function useNewerHeld(reviews: readonly Review[] | undefined, isInView: boolean) {
  const [known, setKnown] = useState(reviews);
  const ids = new Set(known?.map(({ _id }) => _id));
  const first = reviews?.findIndex(({ _id }) => ids.has(_id)) ?? -1;
  const newer = isInView && first > 0 ? first : 0;
  if (newer === 0 && known !== reviews) setKnown(reviews);
  return { shown: reviews?.slice(newer), newer, show: () => setKnown(reviews) };
}
