import type { Answer } from './route.ts';

/** A page of documents as a JSON array, with the address of the next page in the Link header (RFC 8288). */
export function pageAnswer(
  path: string,
  query: { readonly [name: string]: string | number | undefined },
  { documents, next }: { readonly documents: readonly string[]; readonly next: string | undefined },
): Answer {
  const json = `[${documents.join(',')}]`;
  if (next === undefined) return { status: 200, json };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, after: next })) {
    if (value !== undefined) params.set(name, String(value));
  }
  return { status: 200, json, headers: { Link: `<${path}?${params}>; rel="next"` } };
}
