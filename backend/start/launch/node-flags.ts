/**
 * How Node.js is to be started for a shop. V8 takes as much memory as it gets when it is never short of it: with its own
 * settings a shop of 40 MB holds 200. So the young generation is 16 MB twice, for the event loop alone (runtime/processes/thread.ts): with 8 MB
 * it is collected twice as often, and each time what 64 orders hold that are under way is copied. And the old one is collected when it
 * has grown by half. V8 would also put into the old one at once what is made at places in the code of whose objects most were
 * alive at two collections, as while orders wait for a disk; from then on each call is held by one of its own objects until the
 * old generation is collected (docs/decisions/0099).
 */
export const nodeFlags: readonly string[] = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=50',
  '--no-allocation-site-pretenuring',
];

/**
 * Pieces of memory that threads give back are used again by others, where the C library would keep an arena for each. And what
 * was compiled at an earlier start is not compiled again, which is more than half of a start: beside the packages, where only
 * who installs the shop may write. Said to Node.js before it reads the first file, since the compiler of TypeScript stays in the
 * memory for good, 20 to 40 MB in each thread that compiled one file.
 */
export const nodeEnvironment = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
