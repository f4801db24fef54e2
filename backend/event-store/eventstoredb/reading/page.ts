import { Unavailable } from '../../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../../modules/kernel/event.ts';
import type { LogBatch } from '../../../../modules/kernel/event-store.ts';
import { batchesAfter, type Source } from './subscription.ts';

type PageOptions = {
  readonly after: bigint;
  readonly limit: number;
  /** Milliseconds after which it comes to an end with what it has, be it only that it has seen more of the log. */
  readonly within: number;
};

/**
 * One page of the shop's events in the whole log: the beginning of a subscription, as only those are filtered by the
 * server. Without that, every event of every other application would have to be sent.
 * @throws Unavailable when the server has said nothing in time.
 */
export async function pageAfter(source: Source, { after, limit, within }: PageOptions): Promise<LogBatch> {
  const signal = AbortSignal.timeout(Math.ceil(within));
  const events: StoredEvent[] = [];
  let position = after;
  for await (const batch of batchesAfter(source, { after, signal, atMost: limit })) {
    events.push(...batch.events.slice(0, limit - events.length));
    const last = events.at(-1);
    if (last && events.length >= limit) return { events, position: last.position, caughtUp: false };
    position = batch.position;
    if (batch.caughtUp) return { events, position, caughtUp: true };
  }
  if (position === after) throw new Unavailable(`EventStoreDB did not answer within ${Math.round(within)} ms.`);
  return { events, position, caughtUp: false };
}
