type Random = () => number;

/**
 * Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). The seed is taken from the
 * environment variable when it is set, and made up otherwise.
 *
 * A seed repeats what is drawn. Who draws from `random` in turns with others, as their I/O comes, may draw another number of it the
 * next time: where several act at once, each draws from one of its own (`of`). What they meet of one another no seed repeats.
 */
export function seededRandom(variable: string): {
  readonly random: Random;
  /** That of one of several, by its number from 1 on. */
  readonly of: (actor: number) => Random;
  readonly seed: number;
} {
  const seed = Number(process.env[variable] ?? Math.floor(Math.random() * 2 ** 32));
  return { random: drawing(seed), of: (actor) => drawing(seed + actor), seed };
}

function drawing(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
