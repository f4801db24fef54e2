import { digest } from './derived.ts';

/** A strong entity-tag (RFC 9110, 8.8.3) of what can be written as JSON: another value has another one. */
export function entityTagOf(value: unknown): string {
  return `"${digest('entity', JSON.stringify(value)).slice(0, 32)}"`;
}

/**
 * Whether an If-Match (RFC 9110, 13.1.1) holds of what has this tag. A tag that came back weak counts as well: ours are made
 * weak only on their way, where an answer is compressed, by us or by a proxy.
 */
export function holdsOf(ifMatch: string, tag: string): boolean {
  return ifMatch.trim() === '*' || ifMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
