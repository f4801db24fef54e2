import type { Comparing, Difference } from './difference.ts';
import { documentsThatDiffer } from './documents-that-differ.ts';
import { listingsThatDiffer } from './listings-that-differ.ts';
import type { Side } from './side.ts';

/**
 * Every difference between what two read models keep, in flat memory, while others write to them: each is one that both have
 * as of the same position. Where one can be brought to where the other stands, that is `other`; of two that others feed, what
 * differs is looked at until both have come equally far.
 */
export async function* differencesBetween(
  one: Side,
  other: Side,
  comparing: Comparing = {},
): AsyncGenerator<Difference> {
  yield* documentsThatDiffer(one, other, comparing);
  yield* listingsThatDiffer(one, other, comparing);
}
