import { AccessRefused, Unavailable } from '../../../modules/kernel/errors.ts';
import type { Log } from '../../runtime/logging/log.ts';
import { retryForever } from '../../runtime/retries/retry-forever.ts';

/** Back-off while a store is away at the start, in milliseconds. */
const startAgain = { first: 250, most: 1_000 };

/**
 * Does what belongs to the start again and again while a store is away. After a power cut everything starts at the same time,
 * and a shop that is there before its stores has to wait.
 */
export function untilReachable(log: Log, signal: AbortSignal) {
  return (what: string, work: () => Promise<void>): Promise<void> =>
    retryForever(work, {
      what,
      log,
      signal,
      pace: startAgain,
      isPassing: (reason) => reason instanceof Unavailable && !(reason instanceof AccessRefused),
    });
}
