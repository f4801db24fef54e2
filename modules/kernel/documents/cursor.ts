import { hash } from 'node:crypto';
import { z } from 'zod';
import { Invalid } from '../errors.ts';
import type { ListQuery } from '../read-models.ts';
import { withoutBuild } from './build-name.ts';

/** Where in a list a document stands. */
export type Place = { readonly sort: string; readonly id: string };

/** What says which list it is. */
type Listed = Pick<ListQuery, 'index' | 'key' | 'order'>;

const written = z.tuple([z.string(), z.string(), z.string()]);

/** So many versions of a projection ahead of this release's are known: of the release after it, beside which it runs in a deploy. */
const newerVersions = 10;

/** The cursor that goes on after a place: opaque to whoever carries it, and good for the same list only, in whichever version. */
export function cursorAfter(place: Place, projection: string, query: Listed): string {
  return Buffer.from(JSON.stringify([listOf(projection, query), place.sort, place.id])).toString('base64url');
}

/**
 * The place that the query's cursor goes on after; undefined when it has none and the list is read from its start.
 * @throws Invalid for a cursor that was not given out for this list.
 */
export function placeOf(projection: string, query: Listed & Pick<ListQuery, 'after'>): Place | undefined {
  if (query.after === undefined) return undefined;
  const cursor = written.safeParse(parsed(query.after));
  if (!cursor.success || !isOf(cursor.data[0], projection, query)) {
    const message = 'This is not a cursor of this list.';
    throw new Invalid(message, [{ path: 'after', message }]);
  }
  return { sort: cursor.data[1], id: cursor.data[2] };
}

/**
 * A digest, not the key itself: cursors travel in addresses, and a key may be somebody's email. Good for all builds of a
 * projection, since another one may be shown by the time that somebody turns the page.
 */
function listOf(projection: string, { index, key, order }: Listed): string {
  return hash('sha256', JSON.stringify([withoutBuild(projection), index, key, order]), 'base64url').slice(0, 16);
}

/**
 * Whether a digest is that of a list, in any version of its projection: in a deploy a page may be turned at a node of another release than
 * that which gave it, and whoever reads on afterwards has the cursor of before. So an index whose order is to mean something else needs another name.
 */
function isOf(digest: string, projection: string, query: Listed): boolean {
  if (digest === listOf(projection, query)) return true;
  const [, name, version = ''] = /^(.+\.v)(\d+)$/.exec(withoutBuild(projection)) ?? [];
  if (name === undefined) return false;
  for (let other = Number(version) + newerVersions; other > 0; other--) {
    if (digest === listOf(name + other, query)) return true;
  }
  return false;
}

function parsed(cursor: string): unknown {
  try {
    const bytes = Buffer.from(cursor, 'base64url');
    // Decoding passes over what is no base64url.
    return bytes.toString('base64url') === cursor ? JSON.parse(bytes.toString()) : undefined;
  } catch {
    return undefined;
  }
}
