/**
 * Canonical JSON (RFC 8785): keys in the order of their UTF-16 code units, numbers and strings as ECMAScript writes them, no
 * white space. So the same value is the same text in whatever order it was written, also for whoever makes it in another
 * language. Half of a surrogate pair, which the RFC has no text for, is the escape that JSON.stringify makes of it. What has no
 * JSON (undefined) is the empty text.
 */
export function canonicalJson(value: unknown): string {
  return textOf(value) ?? '';
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(value.toJSON());
  // Put together by hand: of each event of a log that is verified it is asked, and `map` and `join` take twice as long.
  let text = '';
  if (Array.isArray(value)) {
    for (const inner of value) text += `${text === '' ? '' : ','}${textOf(inner) ?? 'null'}`;
    return `[${text}]`;
  }
  const fields = value as { readonly [key: string]: unknown };
  for (const key of Object.keys(fields).sort()) {
    const inner = textOf(fields[key]);
    if (inner !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${inner}`;
  }
  return `{${text}}`;
}
