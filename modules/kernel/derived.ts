import { createHash } from 'node:crypto';

/** SHA-256 of the parts, hex. Parts are told apart: ('ab', 'c') is not ('a', 'bc'). */
export function digest(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

/** A UUID that is always the same for the same parts (RFC 9562, version 8: custom). */
export function derivedId(...parts: readonly string[]): string {
  const bytes = Buffer.from(digest(...parts).slice(0, 32), 'hex');
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
