import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * What a thread may hold, in megabytes. V8 lets garbage lie for as long as there is room, in each thread by itself: so a
 * thread that has a few megabytes in use takes fifty. The young generation is three times this half of it; the old one ends a
 * thread that holds more than any is ever given at once.
 */
const maxOldGenerationSizeMb = 512;
const usualHalf = 2;

/**
 * Starts a thread of this process. It needs nothing of the environment (under `node --watch` that would make it report to
 * nobody and end) but where compiled code is kept: without it, it compiles what it is made of anew, and keeps the compiler.
 * @param half of its young generation, in megabytes: a larger one for who makes much that lasts for a moment. It counts once V8
 * was told so (node-flags.ts).
 */
export function startThread(script: URL, workerData: unknown, half = usualHalf): Worker {
  const compiled = getCompileCacheDir(); // Of this version of Node.js, in the folder that was said.
  const env = compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) };
  const resourceLimits = { maxYoungGenerationSizeMb: 3 * half, maxOldGenerationSizeMb };
  return new Worker(script, { workerData, env, resourceLimits });
}
