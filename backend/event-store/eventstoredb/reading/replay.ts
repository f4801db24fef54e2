import { Unavailable } from '../../../../modules/kernel/errors.ts';
import type { LogBatch } from '../../../../modules/kernel/event-store.ts';
import { backOff } from '../../../runtime/retries/back-off.ts';
import { pause } from '../../../runtime/time/pause.ts';
import { timeLimit } from '../../../runtime/time/time-limits.ts';
import { type Patience, pace } from '../trouble/patience.ts';
import { refusalOf } from '../trouble/refusal.ts';
import { isFault, isPassing, unavailable } from '../trouble/trouble.ts';
import { batchesAfter, type Source } from './subscription.ts';

/**
 * The shop's events after a position to the end of the log, over one subscription: each page of its own would be a call of its
 * own, and what the server had sent beyond it would be sent again. It goes on where it was broken off.
 * @param options.patience how long the server may say nothing, and be away
 * @throws Unavailable when it is for longer
 * @throws AccessRefused
 */
export async function* replayOf(
  source: Source,
  { after, signal, patience }: { readonly after: bigint; readonly signal: AbortSignal; readonly patience: Patience },
): AsyncGenerator<LogBatch, void, undefined> {
  let position = after;
  /** Since when nothing has come that was waited for, by performance.now(). */
  let waiting = performance.now();
  for (let failures = 0; ; ) {
    const silent = new AbortController();
    const batches = batchesAfter(source, { after: position, signal: AbortSignal.any([signal, silent.signal]) });
    try {
      for (;;) {
        // Only of the server's time: whoever is given a batch may take as long as they like.
        const time = timeLimit(patience.each, () => silent.abort());
        const { value: batch, done } = await batches.next().finally(time.end);
        if (done) throw new Unavailable(`EventStoreDB did not answer within ${patience.each} ms.`);
        position = batch.position;
        failures = 0;
        yield batch;
        if (batch.caughtUp) return;
        waiting = performance.now();
      }
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) throw refusal;
      if (!isPassing(error) && !isFault(error)) throw error;
      failures += 1;
      const wait = backOff(failures, pace);
      if (signal.aborted || performance.now() - waiting + wait >= patience.inAll) throw unavailable(error);
      await pause(wait, signal);
    } finally {
      await batches.return();
    }
  }
}
