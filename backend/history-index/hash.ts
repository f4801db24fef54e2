import { hash } from 'node:crypto';

/** 53 bits of SHA-256: a whole number that is exact as a double, and in eight bytes of SQLite. */
export function hashOf(text: string): number {
  const hex = hash('sha256', text);
  return Number.parseInt(hex.slice(0, 13), 16) * 2 + (Number.parseInt(hex.slice(13, 14), 16) & 1);
}
