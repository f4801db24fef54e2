import { compareBytes } from '../../../modules/kernel/encoding/compare-bytes.ts';
import { start } from '../../../modules/kernel/event-store.ts';
import { byId, type Listing, type ScannedListings } from '../../../modules/kernel/read-models.ts';
import { pause } from '../../runtime/time/pause.ts';
import type { Comparing, Difference } from './difference.ts';
import type { Side } from './side.ts';

const pieceSize = 5_000;
/** Milliseconds for which a piece that differs is read until both are of one position, and between two looks. */
const patience = { inAll: 10_000, each: 50 };

/** What one of them lists and the other does not: both are read in the order of the index (a merge join). */
export async function* listingsThatDiffer(
  one: Side,
  other: Side,
  { signal, upTo: endOfLog, compared }: Comparing,
): AsyncGenerator<Difference> {
  let after: Listing | undefined;
  /** Of the piece that is looked at: until when it may differ, and how far both have to be for that. */
  let giveUpAt: number | undefined;
  let needed: bigint | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const ours = await one.scanning.listings(one.name, { after, limit: pieceSize });
    if (ours.asOf !== undefined) await other.reach?.(ours.asOf);
    const theirs = await other.scanning.listings(other.name, { after, limit: pieceSize });
    const upTo = endOfBoth(ours, theirs);
    const found = [...unlike(listedUpTo(ours, upTo), listedUpTo(theirs, upTo))];
    if (found.length > 0) {
      giveUpAt ??= performance.now() + patience.inAll;
      needed ??= (await endOfLog?.()) ?? start;
      const isCertain = ours.asOf !== undefined && ours.asOf === theirs.asOf && ours.asOf >= needed;
      if (!isCertain && performance.now() < giveUpAt) {
        await pause(patience.each, signal);
        continue;
      }
    }
    yield* found;
    compared?.(0, ours.listings.length);
    if (upTo === undefined) return;
    after = upTo;
    giveUpAt = undefined;
    needed = undefined;
  }
}

/** Up to where both were read; undefined where both were read to their end. */
function endOfBoth(...pieces: readonly ScannedListings[]): Listing | undefined {
  const ends = pieces.flatMap(({ listings, hasMore }) => (hasMore ? (listings.at(-1) ?? []) : []));
  return ends.toSorted(inOrder)[0];
}

/** The index by ids is left out: not every store keeps one. */
function listedUpTo({ listings }: ScannedListings, upTo: Listing | undefined): readonly Listing[] {
  const isBeyond = (listing: Listing) => upTo !== undefined && inOrder(listing, upTo) > 0;
  const last = listings.at(-1);
  const all = last && isBeyond(last) ? listings.filter((listing) => !isBeyond(listing)) : listings;
  return all.some(({ index }) => index === byId) ? all.filter(({ index }) => index !== byId) : all;
}

function* unlike(ours: readonly Listing[], theirs: readonly Listing[]): Generator<Difference> {
  let [at, there] = [0, 0];
  for (;;) {
    const [mine, their] = [ours[at], theirs[there]];
    if (!mine && !their) return;
    const order = mine && their ? (isSame(mine, their) ? 0 : inOrder(mine, their)) : mine ? -1 : 1;
    if (mine && order < 0) yield { kind: 'listing', listing: mine, isIn: 'one' };
    if (their && order > 0) yield { kind: 'listing', listing: their, isIn: 'other' };
    if (order <= 0) at += 1;
    if (order >= 0) there += 1;
  }
}

function isSame(one: Listing, other: Listing): boolean {
  return one.id === other.id && one.sort === other.sort && one.key === other.key && one.index === other.index;
}

function inOrder(one: Listing, other: Listing): number {
  return (
    compareBytes(one.index, other.index) ||
    compareBytes(one.key, other.key) ||
    compareBytes(one.sort, other.sort) ||
    compareBytes(one.id, other.id)
  );
}
