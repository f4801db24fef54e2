/** Commands of a stream, by their number in it: from one on, so many. */
export type Span = { readonly from: number; readonly length: number };

const first = 256;
const longest = 65_536;
/** How many times four is between the first and the longest. */
const steps = Math.log2(longest / first) / 2;

/**
 * The commands that share a filter. The first spans are short, so that a stream of few commands takes little in the memory, and
 * each is three times as long as all before it, so that a stream of many has few filters, and what was added stays where it is
 * (scalable Bloom filters, https://doi.org/10.1016/j.ipl.2006.10.007).
 */
export function spanAt(number: number): Span {
  if (number === 0) return { from: 0, length: first };
  if (number > steps) return { from: longest * (number - steps), length: longest };
  const from = first * 4 ** (number - 1);
  return { from, length: 3 * from };
}

/** In which span a command is. */
export function spanOf(command: number): number {
  if (command < first) return 0;
  return command < longest ? 1 + Math.floor(Math.log2(command / first) / 2) : steps + Math.floor(command / longest);
}
