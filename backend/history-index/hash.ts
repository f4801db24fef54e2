import { hash } from 'node:crypto';

const uuid = /^[\da-f]{8}-[\da-f]{4}-/;
/** So many names are remembered of each kind; then it begins again with none, which costs less than to know the oldest. */
const remembered = 10_000;

/** 52 bits of SHA-256: a whole number that is exact as a double. */
export function hashOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 13), 16);
}

/** 32 bits of it, for what there is little of and nobody chooses: types, and who acts. */
export function shortHashOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16);
}

/** Of an event's id, which is chance or a hash already, its first 48 bits do. */
export function numberOf(id: string): number {
  return uuid.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : hashOf(id);
}

/** A hash that is not made again of what was seen of late. */
export function remembering(hashing: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= remembered) known.clear();
    const made = hashing(text);
    known.set(text, made);
    return made;
  };
}
