import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
} from '@eventstore/db-client';
import { Unavailable } from '../../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../../modules/kernel/event.ts';
import type { LogBatch } from '../../../modules/kernel/event-store.ts';
import { placeOf, storedEventOf } from './wire.ts';

/** How many events are handed on together at most. */
const batchSize = 500;

/** How many events are read ahead. The client keeps up to twice as many in memory. */
const readAhead = 128;

/**
 * One subscription, until the signal aborts or it is lost; then it throws, after handing on everything that had come.
 * It takes from the server no more than it is asked for. (A server that finds it too slow ends it.)
 */
export async function* batchesAfter(
  client: EventStoreDBClient,
  after: bigint,
  signal: AbortSignal,
): AsyncGenerator<LogBatch, void, undefined> {
  const subscription = client.subscribeToAll(
    {
      fromPosition: placeOf(after),
      filter: excludeSystemEvents(),
    },
    { highWaterMark: readAhead },
  );
  let live = false;
  let lost: Error | undefined;
  let news = Promise.withResolvers<void>();
  const wake = () => news.resolve();
  subscription.on('readable', wake);
  subscription.on('caughtUp', () => {
    live = true;
    wake();
  });
  subscription.on('fellBehind', () => {
    live = false;
  });
  subscription.on('error', (error) => {
    lost = error;
    wake();
  });
  subscription.on('close', () => {
    lost ??= new Unavailable('EventStoreDB has ended the subscription.');
    wake();
  });
  signal.addEventListener('abort', wake);

  let position = after;
  let saidCaughtUp = false;
  try {
    while (!signal.aborted) {
      news = Promise.withResolvers();
      const { events, last } = taken(subscription);
      position = last ?? position;
      const caughtUp = live && subscription.readableLength === 0;
      if (events.length > 0 || (caughtUp && !saidCaughtUp)) {
        saidCaughtUp = caughtUp;
        yield { events, position, caughtUp };
      } else if (lost) {
        throw lost;
      } else if (last === undefined) {
        await news.promise;
      }
    }
  } finally {
    signal.removeEventListener('abort', wake);
    // Not awaited: it waits for a connection that there may never be.
    subscription.unsubscribe().catch(() => undefined);
    subscription.destroy();
  }
}

/** What has come, and the position of the last of it, also when that is none of the shop's events. */
function taken(subscription: AllStreamSubscription): { events: StoredEvent[]; last: bigint | undefined } {
  const events: StoredEvent[] = [];
  let last: bigint | undefined;
  for (let count = 0; count < batchSize; count += 1) {
    const resolved: AllStreamResolvedEvent | null = subscription.read();
    if (!resolved) break;
    last = resolved.event?.position.commit ?? last;
    const event = storedEventOf(resolved.event);
    if (event) events.push(event);
  }
  return { events, last };
}
