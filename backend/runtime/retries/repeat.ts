import { failuresTo } from '../logging/failure-log.ts';
import type { Log } from '../logging/log.ts';
import { pause } from '../time/pause.ts';

/**
 * Does something again and again, with a pause before each time, until the signal aborts. That it fails is said in the log, and
 * ends nothing. Never rejects.
 * @param options.every milliseconds of the pause
 */
export async function repeat(
  what: string,
  { every, log, signal }: { readonly every: number; readonly log: Log; readonly signal: AbortSignal },
  work: () => Promise<void>,
): Promise<void> {
  const failures = failuresTo(what, log);
  await pause(every, signal);
  while (!signal.aborted) {
    try {
      await work();
      failures.succeeded();
    } catch (reason) {
      failures.failed(reason);
    }
    await pause(every, signal);
  }
}
