import type { Log } from '../../runtime/logging/log.ts';
import { pause } from '../../runtime/time/pause.ts';

/** Milliseconds that what is under way has to end when a node closes; and then what is recorded. */
const closingPatience = 600;

/** Waits for something, but not for long. */
export async function forAMoment(work: Promise<unknown>, log: Log): Promise<void> {
  const waited = new AbortController();
  try {
    await Promise.race([work, pause(closingPatience, waited.signal)]);
  } catch (reason) {
    log.error({ err: reason }, 'recording failed');
  } finally {
    waited.abort();
  }
}
