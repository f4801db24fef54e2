import { setImmediate as nextRound } from 'node:timers/promises';
import type { View } from '../../kernel/documents/view.ts';
import type { BookingDocument } from '../read-models/bookings.ts';

/** Of how many people orders are counted side by side: between these, others are answered. */
const atOnce = 50;

/** How many orders each of these people has that are listed. */
export async function countOrdersOf(
  bookings: Pick<View<BookingDocument>, 'asOf' | 'count'>,
  uids: readonly string[],
): Promise<{ counts: number[]; asOf: bigint }> {
  const asOf = await bookings.asOf();
  const counts: number[] = [];
  for (let done = 0; done < uids.length; done += atOnce) {
    counts.push(...(await Promise.all(uids.slice(done, done + atOnce).map((uid) => bookings.count('uid', uid)))));
    await nextRound();
  }
  return { counts, asOf };
}
