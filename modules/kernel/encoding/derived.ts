import { hash } from 'node:crypto';

/** How many digits of their ids those have in common that are to lie near one another: enough for 65,536 places. */
export const sharedDigits = 4;

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

/** The same, beginning as another UUID does: where ids are in order, what is of this one lies beside what is of that. */
export function derivedNear(id: string, ...parts: readonly string[]): string {
  return id.slice(0, sharedDigits) + derivedId(...parts).slice(sharedDigits);
}

/** The first digit of the fourth group: binary 10, and two bits of the digest. */
const variants = ['8', '9', 'a', 'b'];
