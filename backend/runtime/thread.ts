import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * What a thread may hold. V8 lets garbage lie for as long as there is room, in each thread by itself: so a thread that has a
 * few megabytes in use takes fifty. The young generation is small, unless the process was started with a size of it
 * (node-flags.ts), which counts for all threads; the old one ends a thread that holds more than any is ever given at once.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 512 };

/**
 * Starts a thread of this process. It needs nothing of the environment (under `node --watch` that would make it report to
 * nobody and end) but where compiled code is kept: without it, it compiles what it is made of anew, and keeps the compiler.
 */
export function startThread(script: URL, workerData: unknown): Worker {
  const compiled = getCompileCacheDir(); // Of this version of Node.js, in the folder that was said.
  const env = compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) };
  return new Worker(script, { workerData, env, resourceLimits });
}
