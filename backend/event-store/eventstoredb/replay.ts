import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { LogBatch } from '../../../modules/kernel/event-store.ts';
import { timeLimit } from '../../runtime/time-limits.ts';
import { refusalOf } from './refusal.ts';
import { batchesAfter, type Source } from './subscription.ts';
import { isPassing } from './trouble.ts';

/**
 * The shop's events after a position to the end of the log, over one subscription: each page of its own would be a call of its
 * own, and what the server had sent beyond it would be sent again. It goes on where it was broken off, if it had come on.
 * @param options.silence milliseconds that the server may say nothing
 * @throws Unavailable when it is away, or silent for longer
 * @throws AccessRefused
 */
export async function* replayOf(
  source: Source,
  { after, signal, silence }: { readonly after: bigint; readonly signal: AbortSignal; readonly silence: number },
): AsyncGenerator<LogBatch, void, undefined> {
  for (let position = after; ; ) {
    const opened = position;
    const silent = new AbortController();
    const batches = batchesAfter(source, { after: position, signal: AbortSignal.any([signal, silent.signal]) });
    try {
      for (;;) {
        // Only of the server's time: who is given a batch may take as long as they like.
        const time = timeLimit(silence, () => silent.abort());
        const { value: batch, done } = await batches.next().finally(time.end);
        if (done) throw new Unavailable(`EventStoreDB did not answer within ${silence} ms.`);
        position = batch.position;
        yield batch;
        if (batch.caughtUp) return;
      }
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) throw refusal;
      if (!isPassing(error)) throw error;
      if (position === opened || signal.aborted)
        throw new Unavailable('EventStoreDB cannot be reached.', { cause: error });
    } finally {
      await batches.return();
    }
  }
}
