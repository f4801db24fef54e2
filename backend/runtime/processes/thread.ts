import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

/**
 * What a thread may hold. V8 lets garbage lie for as long as there is room, in each thread by itself: so a thread that has a
 * few megabytes in use takes fifty. The young generation is small; the old one ends a thread that holds more than any is ever
 * given at once.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 512 };
/** The young generation of a thread through which much goes all the time, in megabytes: a small one is collected all the time, too. */
export const forMuchAtOnce = 24;

// The event loop has its heap by now. The size of the young generation with which the process was started (node-flags.ts) would
// count for each thread's, too, and more than its limits.
setFlagsFromString('--max-semi-space-size=0');

/**
 * Starts a thread of this process. It needs nothing of the environment (under `node --watch` that would make it report to
 * nobody and end) but where compiled code is kept: without it, it compiles what it is made of anew, and keeps the compiler.
 * @param young its young generation, in megabytes
 */
export function startThread(script: URL, workerData: unknown, young = resourceLimits.maxYoungGenerationSizeMb): Worker {
  const compiled = getCompileCacheDir(); // Of this version of Node.js, in the folder that was said.
  const env = compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) };
  const limits = { ...resourceLimits, maxYoungGenerationSizeMb: young };
  return new Worker(script, { workerData, env, resourceLimits: limits });
}
