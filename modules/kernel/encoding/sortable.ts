/** One for all: each ArrayBuffer of its own is work for the garbage collector, however short it is. */
const bytes = new DataView(new ArrayBuffer(8));

/**
 * A number as a text whose byte order is the numbers' order, negative ones and fractions included: the bits of the
 * IEEE 754 double, with the sign bit turned for positive and all bits turned for negative numbers, in hex.
 */
export function sortableNumber(value: number): string {
  bytes.setFloat64(0, value === 0 ? 0 : value);
  const high = bytes.getInt32(0);
  const low = bytes.getInt32(4);
  return high < 0 ? hexOf(~high) + hexOf(~low) : hexOf(high ^ 0x80000000) + hexOf(low);
}

/** The 32 bits of a whole number: twice as fast as all 64 as a bigint, and every order has some of them. */
function hexOf(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}
