import type { Answer } from './route.ts';

/** A page of documents as a JSON array, with the address of the next page in the Link header (RFC 8288). */
export function pageAnswer(
  path: string,
  query: { readonly [name: string]: string | number | undefined },
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
  const json = arrayOf(documents);
  if (next === undefined) return { status: 200, json, asOf };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after: next })) {
    if (value !== undefined) params.set(name, String(value));
  }
  return { status: 200, json, asOf, headers: { Link: `<${path}?${params}>; rel="next"` } };
}

/** The documents as one JSON array, written in its place at once: a long list as one more string would be two of it. */
function arrayOf(documents: readonly string[]): Buffer {
  const size = documents.reduce((sum, document) => sum + Buffer.byteLength(document) + 1, 1);
  const json = Buffer.allocUnsafe(Math.max(size, 2));
  let at = json.write('[');
  for (const [index, document] of documents.entries()) {
    if (index > 0) at += json.write(',', at);
    at += json.write(document, at);
  }
  json.write(']', at);
  return json;
}
