import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Megabytes of the heap that are in use after everything was collected that can be. */
export function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

setFlagsFromString('--expose-gc');
/** Has all collected that nothing holds. */
export const collectGarbage: () => void = runInNewContext('gc');
