import type { HistoryIndex, Place, Wanted } from '../../../modules/audit/history-index.ts';

/** How many places are looked up at a time. */
const most = 256;
/** How many positions are looked through at first; then as many as hold a page, or a part of one. */
const firstWindow = 1_024n;

type Between = { readonly after: bigint; readonly upTo: bigint };

/**
 * The wanted places of a part of the log in its order, in pages. The index is asked for the newest of a window of positions, and
 * the window grows while little is in it: so neither a million events nor a million positions between two of them are held.
 */
export function* placesInOrder(
  index: Pick<HistoryIndex, 'newest'>,
  wanted: Wanted,
  { after, upTo }: Between,
): Generator<readonly Place[]> {
  let window = firstWindow;
  for (let from = after; from < upTo; ) {
    const to = from + window < upTo ? from + window : upTo;
    const places = index.newest(wanted, { after: from, before: to + 1n, limit: most + 1 });
    if (places.length > most && window > 1n) {
      window /= 2n;
      continue;
    }
    if (places.length > 0) yield places.toReversed();
    if (places.length < most / 2) window *= 2n;
    from = to;
  }
}

/** Behind which position the last so many stand of what is wanted. */
export function behindWhich(
  index: Pick<HistoryIndex, 'newest'>,
  wanted: Wanted,
  { after, upTo, count }: Between & { readonly count: number },
): bigint {
  let before = upTo + 1n;
  for (let left = count; left > 0; ) {
    const places = index.newest(wanted, { after, before, limit: Math.min(left, most) });
    const oldest = places.at(-1);
    if (!oldest) return after;
    before = oldest.position;
    left -= places.length;
  }
  return before - 1n;
}
