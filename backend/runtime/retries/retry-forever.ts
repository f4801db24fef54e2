import { failuresTo } from '../logging/failure-log.ts';
import type { Log } from '../logging/log.ts';
import { pause } from '../time/pause.ts';
import { backOff, type Pace } from './back-off.ts';

export type Retrying = {
  /** What is tried, as the log names it: "applying the log". */
  readonly what: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly pace: Pace;
  /** Failures that will not pass by waiting are thrown at once. Default: every failure may pass. */
  readonly isPassing?: (reason: unknown) => boolean;
  readonly onFailure?: (reason: unknown) => void;
  /** What the log says beside each failure. */
  readonly fields?: { readonly [name: string]: string };
};

/**
 * Tries again, with back-off, until it succeeds. Resolves to undefined when the signal aborts first.
 * @throws what `isPassing` calls lasting.
 */
export async function retryForever<Result>(
  work: () => Promise<Result>,
  { what, log, signal, pace, isPassing = () => true, onFailure, fields }: Retrying,
): Promise<Result | undefined> {
  const failures = failuresTo(what, log, fields);
  while (!signal.aborted) {
    try {
      return await work();
    } catch (reason) {
      if (!isPassing(reason)) throw reason;
      onFailure?.(reason);
      await pause(backOff(failures.failed(reason), pace), signal);
    }
  }
  return undefined;
}
