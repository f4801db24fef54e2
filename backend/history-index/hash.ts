import { hash } from 'node:crypto';

const uuid = /^[\da-f]{8}-[\da-f]{4}-/;

/** 52 bits of SHA-256: a whole number that is exact as a double, and in eight bytes of SQLite. */
export function hashOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 13), 16);
}

/** Of an event's id, which is chance or a hash already, its first 48 bits do. */
export function numberOf(id: string): number {
  return uuid.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : hashOf(id);
}
