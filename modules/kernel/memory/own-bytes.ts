/**
 * A text in UTF-8, or a copy of bytes, in memory of its own: for bytes that are kept. `Buffer.from`, `Buffer.allocUnsafe` and zlib cut what
 * is small out of a block that it shares with whatever comes before and after (64 kB with Node 24). Without this, a few bytes that are kept
 * keep all of their block, and a cache holds many times what it counts.
 */
export function ownBytes(of: string | Uint8Array): Buffer {
  const isText = typeof of === 'string';
  const bytes = Buffer.allocUnsafeSlow(isText ? Buffer.byteLength(of) : of.length);
  if (isText) bytes.write(of);
  else bytes.set(of);
  return bytes;
}
