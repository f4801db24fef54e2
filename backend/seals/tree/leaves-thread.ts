import { parentPort, workerData } from 'node:worker_threads';
import { type Failure, failureOf } from '../../event-store/sqlite/failure.ts';
import { FileLeaves, type Stretch } from './file-leaves.ts';
import { packedLeaves } from './packed-leaves.ts';

/** Runs in a thread of its own, beside others like it: reads each stretch of a log that it is told of, and hashes its events. */
export type FromLeavesThread =
  | { readonly kind: 'read'; readonly bytes: Uint8Array<ArrayBuffer>; readonly damaged: readonly bigint[] }
  | Failure;

const file = workerData as string;
const log = new FileLeaves(file);

parentPort?.on('message', (stretch: Stretch) => {
  try {
    const { leaves, damaged } = log.in(stretch);
    const bytes = packedLeaves(leaves);
    parentPort?.postMessage({ kind: 'read', bytes, damaged } satisfies FromLeavesThread, [bytes.buffer]);
  } catch (reason) {
    parentPort?.postMessage(failureOf(reason, file) satisfies FromLeavesThread);
  }
});
