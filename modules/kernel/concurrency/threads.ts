import { availableParallelism } from 'node:os';

/** How many threads Node.js has for all that must not keep the event loop: files, names, keys, hashes, and what is compressed (libuv). */
const ofNode = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/**
 * How many of them work out passwords' hashes at once. Each takes a core and 64 MiB for about a tenth of a second: one core is left to
 * answer others with, and half of the threads for all else.
 */
export const threadsToHash = (cores = availableParallelism(), threads = ofNode) =>
  Math.max(1, Math.min(cores - 1, Math.floor(threads / 2)));

/** How many of them compress answers at once: of the other half all but one, so that files are read while both go on, where there are three threads or more. */
export const threadsToCompress = (cores = availableParallelism(), threads = ofNode) =>
  Math.max(1, Math.min(cores, Math.floor(threads / 2) - 1));
