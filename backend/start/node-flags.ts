/**
 * How Node.js is to be started for a shop. V8 takes as much memory as it gets when it is never short of it: with its own
 * settings a shop of 40 MB holds 200. So the young generation is 8 MB twice (each minor collection copies what is alive
 * in it, so that much less costs more than it saves), the old one is collected when it has grown by half, and one thread
 * helps with it: four would be in the way of those that answer.
 */
export const nodeFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  '--v8-pool-size=1',
];

/** Pieces of memory that threads give back are used again by others, where the C library would keep an arena for each. */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2' };
