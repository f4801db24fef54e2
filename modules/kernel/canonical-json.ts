/**
 * Canonical JSON: with sorted keys, so that the same payload is the same text in whatever order it was written. What has
 * no JSON (undefined) is the empty text.
 */
export function canonicalJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
  return text ?? '';
}
