import { Annotation } from '../memory/annotation.ts';
import type { Answer } from '../route.ts';

type Query = { readonly [name: string]: string | number | readonly string[] | undefined };
type Link = { readonly path: string; readonly query: Query; readonly next: string; readonly text: string };
type Written = { readonly json: Buffer; link?: Link };

/**
 * Pages as they were written, by their documents: whoever answers from memory gives the same array as long as nothing in it has
 * changed, and then the bytes are the same too, so that whoever sends them need not hash and compress them again. Each is
 * forgotten together with its array.
 */
const pages = new Annotation<readonly string[], Written>();

/** A page of documents as a JSON array, with the address of the next page in the Link header (RFC 8288). */
export function pageAnswer(
  path: string,
  query: Query,
  {
    documents,
    next,
    asOf,
  }: {
    readonly documents: readonly string[];
    readonly next: string | undefined;
    readonly asOf: bigint;
  },
): Answer {
  let page = pages.get(documents);
  if (!page) {
    page = { json: arrayOf(documents) };
    pages.set(documents, page);
  }
  if (next === undefined) return { status: 200, json: page.json, asOf };
  return { status: 200, json: page.json, asOf, headers: { Link: linkIn(page, path, query, next) } };
}

/** One page may be asked for by several addresses; mostly it is the one before. */
function linkIn(page: Written, path: string, query: Query, next: string): string {
  const { link } = page;
  if (link?.path === path && link.next === next && isSame(link.query, query)) return link.text;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after: next })) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) params.append(name, String(one));
  }
  const text = `<${path}?${params}>; rel="next"`;
  page.link = { path, query, next, text };
  return text;
}

/** Mostly they are one object: the query parser keeps what it has parsed for a while. */
function isSame(one: Query, other: Query): boolean {
  if (one === other) return true;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && JSON.stringify(one[name]) === JSON.stringify(other[name]))
  );
}

/** The documents as one JSON array, written in its place at once: a long list as one more string would be two of it. */
function arrayOf(documents: readonly string[]): Buffer {
  const size = documents.reduce((sum, document) => sum + Buffer.byteLength(document) + 1, 1);
  const json = Buffer.allocUnsafeSlow(Math.max(size, 2)); // In memory of its own, as ownBytes.
  let at = json.write('[');
  for (const [index, document] of documents.entries()) {
    if (index > 0) at += json.write(',', at);
    at += json.write(document, at);
  }
  json.write(']', at);
  return json;
}
