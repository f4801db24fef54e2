/** One for all: each ArrayBuffer of its own is work for the garbage collector, however short it is. */
const bytes = new DataView(new ArrayBuffer(8));

/**
 * A number as a text whose byte order is the numbers' order, negative ones and fractions included: the bits of the
 * IEEE 754 double, with the sign bit turned for positive and all bits turned for negative numbers, in hex.
 */
export function sortableNumber(value: number): string {
  bytes.setFloat64(0, value === 0 ? 0 : value);
  const bits = bytes.getBigUint64(0);
  const turned = bits >> 63n ? bits ^ 0xffffffffffffffffn : bits | 0x8000000000000000n;
  return turned.toString(16).padStart(16, '0');
}

/** A position or revision as a text whose byte order is its order: 20 digits hold every unsigned 64-bit number. */
export function sortablePosition(position: bigint): string {
  return position.toString().padStart(20, '0');
}
