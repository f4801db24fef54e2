/**
 * Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). The seed is taken from the
 * environment variable when it is set, so that a failure can be repeated, and made up otherwise.
 */
export function seededRandom(variable: string): { readonly random: () => number; readonly seed: number } {
  const seed = Number(process.env[variable] ?? Math.floor(Math.random() * 2 ** 32));
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { random, seed };
}
