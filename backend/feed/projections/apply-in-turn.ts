import type { LogBatch } from '../../../modules/kernel/event-store.ts';
import { allDone } from '../../runtime/concurrency/all-done.ts';
import type { Sent } from './applied-ahead.ts';

/** How many batches may be under way: one that is read or folded while the one before is written. */
const mostUnderWay = 2;

/**
 * Applies batches of the log in their order to each of several, of which none waits for the others (pipelining): while what
 * one makes of a batch is on its way to the read models, another is folded, and the next batch is read. Gives the position of
 * each batch that all have applied. Nothing is under way any more once it is over, however it ends.
 * @param apply settles when the next batch may come, which may be before what it makes of this one is written
 */
export async function* applyInTurn<Each extends object>(
  batches: AsyncIterable<LogBatch>,
  all: readonly Each[],
  apply: (each: Each, batch: LogBatch) => Promise<Sent | undefined>,
  { most = mostUnderWay }: { readonly most?: number } = {},
): AsyncGenerator<bigint, void, undefined> {
  const last = new Map<Each, Promise<Sent | undefined>>();
  const underWay: { readonly position: bigint; readonly done: Promise<unknown> }[] = [];
  try {
    for await (const batch of batches) {
      const applying = all.map((each) => {
        const before: Promise<unknown> = last.get(each) ?? Promise.resolve();
        const applied = before.then(() => apply(each, batch));
        last.set(each, applied);
        return applied.then((sent) => sent?.written);
      });
      // Of all: whoever finds that its own is lost reads the log anew, and must not do so beside whoever begins again.
      const done = allDone(applying);
      // Heard of below, in its turn.
      done.catch(() => undefined);
      underWay.push({ position: batch.position, done });
      if (underWay.length < most) continue;
      const first = underWay.shift();
      await first?.done;
      if (first) yield first.position;
    }
    for (let first = underWay.shift(); first; first = underWay.shift()) {
      await first.done;
      yield first.position;
    }
  } finally {
    await Promise.allSettled(underWay.map(({ done }) => done));
  }
}
