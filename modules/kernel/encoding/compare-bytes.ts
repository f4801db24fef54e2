/**
 * Compares two texts as their UTF-8 bytes are compared, which is how the stores sort: below 0 when the first comes first.
 * By their UTF-16 units, as JavaScript compares, characters beyond the first 65,536 would come before some of those.
 */
export function compareBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (a !== b) return inOrderOfBytes(a) - inOrderOfBytes(b);
  }
  return one.length - other.length;
}

/** Puts the halves of surrogate pairs after all other units. */
function inOrderOfBytes(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
