import type { Place } from '../../modules/kernel/cursor.ts';
import type { IndexEntry } from '../../modules/kernel/read-models.ts';

/*
 * A projection has two keys, and both are there from its first commit until it is dropped. With more, or with keys that
 * come and go, a script could fail half way while a Redis Cluster moves the slot from one node to another.
 *
 *   {inventory-bookings.v1}:documents   a hash: `checkpoint`, `commit` for the id of the last commit, `d:<id>` for
 *                                       documents, `e:<id>` for their entries
 *   {inventory-bookings.v1}:lists       a sorted set without scores: <index> NUL <key> NUL <sort> NUL <id>
 *   inventory-projections               a set of the names of all projections, which is in a slot of its own
 */

export type ProjectionKeys = { readonly documents: string; readonly lists: string };

/** What is in braces, the prefix included, decides the slot: the keys of a projection are together. */
export function keysOf(prefix: string, projection: string): ProjectionKeys {
  const tag = `{${prefix}${projection}}`;
  return { documents: `${tag}:documents`, lists: `${tag}:lists` };
}

export function registryOf(prefix: string): string {
  return `${prefix}projections`;
}

/** The field of a document in the hash. */
export function fieldOf(id: string): string {
  return `d:${id}`;
}

/** What the members of one list begin with. */
export function prefixOf({ index, key }: Pick<IndexEntry, 'index' | 'key'>): string {
  return `${part(index)}\u0000${part(key)}\u0000`;
}

/** Comes after all members of the list and before those of the next. */
export function endOf(prefix: string): string {
  return `${prefix.slice(0, -1)}\u0001`;
}

/** What a member begins with: the prefix of the list that it is in. */
export function listOfMember(member: string): string {
  return member.slice(0, member.indexOf('\u0000', member.indexOf('\u0000') + 1) + 1);
}

export function memberOf(entry: IndexEntry, id: string): string {
  return `${prefixOf(entry)}${part(entry.sort)}\u0000${id}`;
}

/** Where the rest of a member, after its prefix, stands. The sort is left as it is written there. */
export function placeOfRest(rest: string): Place {
  const end = rest.indexOf('\u0000');
  return { sort: rest.slice(0, end), id: rest.slice(end + 1) };
}

export function restOfPlace({ sort, id }: Place): string {
  return `${sort}\u0000${id}`;
}

/**
 * Members are compared byte by byte, so NUL, which comes before every other byte, ends each part. A NUL within a part
 * becomes \u0001\u0001, and \u0001 becomes \u0001\u0002, which keeps their order.
 */
function part(text: string): string {
  if (!text.includes('\u0000') && !text.includes('\u0001')) return text;
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001');
}
