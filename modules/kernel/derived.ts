import { hash } from 'node:crypto';

/** SHA-256 of the parts, hex. Parts are told apart: ('ab', 'c') is not ('a', 'bc'). */
export function digest(...parts: readonly string[]): string {
  let whole = '';
  for (const part of parts) whole += `${part.length}:${part}`;
  return hash('sha256', whole);
}

/** A UUID that is always the same for the same parts (RFC 9562, version 8: custom). */
export function derivedId(...parts: readonly string[]): string {
  const hex = digest(...parts);
  const variant = variants[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The first digit of the fourth group: binary 10, and two bits of the digest. */
const variants = ['8', '9', 'a', 'b'];
