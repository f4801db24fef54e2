import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  streamNameFilter,
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
 * How many events of others the server goes through in one go, and after how many it says how far it has come. Its own
 * default, 32, makes a long way of many small steps.
 */
const searchWindow = 1_000;

/** Whose events are wanted: those in streams whose names begin with the prefix. */
export type Source = { readonly client: EventStoreDBClient; readonly prefix: string };

type Wanted = {
  readonly after: bigint;
  readonly signal: AbortSignal;
  /** How many events are wanted in all; more may come. */
  readonly atMost?: number;
};

/**
 * One subscription to the shop's events, until the signal aborts or it is lost; then it throws, after handing on
 * everything that had come. It takes from the server no more than it is asked for. (A server that finds it too slow ends
 * it.) Batches without events say that the log was seen further, past events of others.
 */
export async function* batchesAfter(
  { client, prefix }: Source,
  { after, signal, atMost = readAhead }: Wanted,
): AsyncGenerator<LogBatch, void, undefined> {
  /** How far the server has looked; what it found up to there may still wait to be read. */
  let lookedAt = after;
  let live = false;
  let lost: Error | undefined;
  let news = Promise.withResolvers<void>();
  const wake = () => news.resolve();
  const checkpointReached = async (_: unknown, { commit }: { readonly commit: bigint }) => {
    lookedAt = commit;
    wake();
  };
  const subscription = client.subscribeToAll(
    {
      fromPosition: placeOf(after),
      filter: streamNameFilter({ prefixes: [prefix], maxSearchWindow: searchWindow, checkpointReached }),
    },
    { highWaterMark: Math.min(atMost, readAhead) },
  );
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
      const { events, last } = taken(subscription, prefix);
      const isEmpty = subscription.readableLength === 0;
      const before = position;
      position = last ?? position;
      // Checkpoints lag behind while the subscription catches up.
      if (isEmpty && lookedAt > position) position = lookedAt;
      const caughtUp = live && isEmpty;
      if (events.length > 0 || position > before || (caughtUp && !saidCaughtUp)) {
        saidCaughtUp = caughtUp;
        yield { events, position, caughtUp };
      } else if (lost) {
        throw lost;
      } else {
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
function taken(
  subscription: AllStreamSubscription,
  prefix: string,
): { events: StoredEvent[]; last: bigint | undefined } {
  const events: StoredEvent[] = [];
  let last: bigint | undefined;
  for (let count = 0; count < batchSize; count += 1) {
    const resolved: AllStreamResolvedEvent | null = subscription.read();
    if (!resolved) break;
    last = resolved.event?.position.commit ?? last;
    const event = storedEventOf(resolved.event, prefix);
    if (event) events.push(event);
  }
  return { events, last };
}
