import type { Place } from '../../modules/kernel/documents/cursor.ts';
import type { IndexEntry, Listing } from '../../modules/kernel/read-models.ts';

/*
 * A projection has two keys, and both are there from its first commit until it is dropped. With more, or with keys that
 * come and go, a script could fail half way while a Redis Cluster moves the slot from one node to another.
 *
 *   {inventory-bookings.v1}:kept     a hash: `checkpoint`, `commit` for the id of the last commit, and `d:<id>` for documents:
 *                                    each with its places in lists after it, NUL <index> NUL <key> NUL <sort> NUL and so on
 *   {inventory-bookings.v1}:listed   a sorted set without scores: <index> NUL <key> NUL <sort> NUL <id>
 *   inventory-read-models            a set of the names of all projections, which is in a slot of its own
 *
 * Earlier releases had each document's places in a field of their own, twice as long, under other keys. Beside one of those
 * each feeds its own; what nobody feeds any more is dropped like read models of an earlier version.
 */

export type ProjectionKeys = { readonly documents: string; readonly lists: string };

const formerly = 'formerly ';

/** What is in braces, the prefix included, decides the slot: the keys of a projection are together. */
export function keysOf(prefix: string, projection: string): ProjectionKeys {
  if (projection.startsWith(formerly)) {
    const tag = `{${prefix}${projection.slice(formerly.length)}}`;
    return { documents: `${tag}:documents`, lists: `${tag}:lists` };
  }
  const tag = `{${prefix}${projection}}`;
  return { documents: `${tag}:kept`, lists: `${tag}:listed` };
}

/** The set that a projection is named in, and as what. */
export function namedIn(prefix: string, projection: string): [registry: string, as: string] {
  const isFormer = projection.startsWith(formerly);
  return isFormer ? [`${prefix}projections`, projection.slice(formerly.length)] : [`${prefix}read-models`, projection];
}

/** All such sets, and what a projection that is named in them is called. */
export function registriesOf(
  prefix: string,
): readonly (readonly [registry: string, called: (name: string) => string])[] {
  return [
    [`${prefix}read-models`, (name) => name],
    [`${prefix}projections`, (name) => formerly + name],
  ];
}

/** The field of a document in the hash. */
export function fieldOf(id: string): string {
  return `d:${id}`;
}

/** A document as it is kept: JSON has no NUL. */
export function keptOf(document: string, entries: readonly IndexEntry[]): string {
  let kept = `${document}\u0000`;
  for (const entry of entries) kept += placeIn(entry);
  return kept;
}

/** The document of what is kept. */
export function documentIn(kept: string): string {
  return kept.slice(0, kept.indexOf('\u0000'));
}

/** What the members of one list begin with. */
export function prefixOf({ index, key }: Pick<IndexEntry, 'index' | 'key'>): string {
  return `${part(index)}\u0000${part(key)}\u0000`;
}

/** Comes after all members of the list and before those of the next. */
export function endOf(prefix: string): string {
  return `${prefix.slice(0, -1)}\u0001`;
}

/** What the members of a document begin with, and end before its id. */
function placeIn(entry: IndexEntry): string {
  return `${prefixOf(entry)}${part(entry.sort)}\u0000`;
}

/** The prefixes of the lists that places are in, of one document as they are kept. */
export function listsIn(places: string): string[] {
  const parts = places.split('\u0000');
  const lists: string[] = [];
  for (let at = 0; at + 3 < parts.length; at += 3) lists.push(`${parts[at]}\u0000${parts[at + 1]}\u0000`);
  return lists;
}

/** Where the rest of a member, after its prefix, stands. The sort is left as it is written there. */
export function placeOfRest(rest: string): Place {
  const end = rest.indexOf('\u0000');
  return { sort: rest.slice(0, end), id: rest.slice(end + 1) };
}

export function restOfPlace({ sort, id }: Place): string {
  return `${sort}\u0000${id}`;
}

/** The member of a listing. */
export function memberOf(listing: Listing): string {
  return placeIn(listing) + listing.id;
}

/** The listing of a member. An id stands at the end, as it is. */
export function listingOf(member: string): Listing {
  let at = 0;
  const next = () => {
    const end = member.indexOf('\u0000', at);
    const text = member.slice(at, end);
    at = end + 1;
    return text.includes('\u0001')
      ? text.replaceAll('\u0001\u0001', '\u0000').replaceAll('\u0001\u0002', '\u0001')
      : text;
  };
  const [index, key, sort] = [next(), next(), next()];
  return { index, key, sort, id: member.slice(at) };
}

/**
 * Members are compared byte by byte, so NUL, which comes before every other byte, ends each part. A NUL within a part
 * becomes \u0001\u0001, and \u0001 becomes \u0001\u0002, which keeps their order.
 */
function part(text: string): string {
  if (!text.includes('\u0000') && !text.includes('\u0001')) return text;
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001');
}
