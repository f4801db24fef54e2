import type { IndexEntry } from '../../modules/kernel/read-models.ts';
import type { Place } from './cursor.ts';

/** Where a projection is kept. What is in braces decides the slot of a Redis Cluster: one projection has one slot. */
export function keysOf(namespace: string, projection: string) {
  const tag = `{${namespace}:${projection}}`;
  return {
    checkpoint: `${tag}:checkpoint`,
    /** A hash of id to document. */
    documents: `${tag}:documents`,
    /** A hash of id to where the document is listed. */
    entries: `${tag}:entries`,
    /** A set of the keys of all lists that are not empty, less `list`. */
    lists: `${tag}:lists`,
    /** What the keys of lists begin with. Each is a sorted set of members without scores. */
    list: `${tag}:list:`,
  };
}

/** A set of the names of all projections. It is elsewhere in a Redis Cluster than the projections are. */
export function registryOf(namespace: string): string {
  return `${namespace}:projections`;
}

/** The rest of the key of the list of one key of an index. */
export function listOf({ index, key }: { index: string; key: string }): string {
  return `${encodeURIComponent(index)}:${key}`;
}

/**
 * A document's member in a list. Members are compared as bytes, so NUL, which comes before all others, ends the sort.
 * One within it becomes \u0001\u0001, and \u0001 becomes \u0001\u0002, which keeps the order.
 */
export function memberOf({ sort }: Pick<IndexEntry, 'sort'>, id: string): string {
  return `${sort.replaceAll('\u0001', '\u0001\u0002').replaceAll('\u0000', '\u0001\u0001')}\u0000${id}`;
}

/** Where a member stands; its sort is left as it is in the member. */
export function placeOfMember(member: string): Place {
  const end = member.indexOf('\u0000');
  return { sort: member.slice(0, end), id: member.slice(end + 1) };
}
