import type { Place } from '../../../modules/kernel/documents/cursor.ts';
import { compareBytes } from '../../../modules/kernel/encoding/compare-bytes.ts';
import type { IndexEntry } from '../../../modules/kernel/read-models.ts';

export function byPlace(a: Place, b: Place): number {
  return compareBytes(a.sort, b.sort) || compareBytes(a.id, b.id);
}

/** How many of the places, which are in order, come before one; or with it. */
export function placesBefore(places: readonly Place[], place: Place, withIt = false): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const compared = byPlace(places[middle] as Place, place);
    if (compared < 0 || (withIt && compared === 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Puts a place where it belongs. False when it was there. */
export function addPlace(places: Place[], place: Place): boolean {
  // Most come last: they are sorted by time.
  const last = places.at(-1);
  if (!last || byPlace(last, place) < 0) {
    places.push(place);
    return true;
  }
  const at = placesBefore(places, place);
  const there = places[at];
  if (there && byPlace(there, place) === 0) return false;
  places.splice(at, 0, place);
  return true;
}

/** Takes a place away. False when it was not there. */
export function removePlace(places: Place[], place: Place): boolean {
  const at = placesBefore(places, place);
  const there = places[at];
  if (!there || byPlace(there, place) !== 0) return false;
  places.splice(at, 1);
  return true;
}

/** What a list is called among those of a projection. */
export function listOf({ index, key }: Pick<IndexEntry, 'index' | 'key'>): string {
  return `${index.length} ${index}${key}`;
}
