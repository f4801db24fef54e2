import { ANY, BACKWARDS, END, EventStoreDBClient, NO_STREAM, START } from '@eventstore/db-client';
import { Unavailable, WrongExpectedRevision } from '../../modules/kernel/errors.ts';
import type { NewEvent, StoredEvent } from '../../modules/kernel/event.ts';
import {
  type Appended,
  type EventStore,
  type ExpectedRevision,
  type LogBatch,
  start,
} from '../../modules/kernel/event-store.ts';
import { credentialsOf } from './eventstoredb/address.ts';
import { inTurn } from './eventstoredb/in-turn.ts';
import { backoff, type Patience, patiently, pause } from './eventstoredb/patience.ts';
import { eventsOf } from './eventstoredb/reads.ts';
import { batchesAfter } from './eventstoredb/subscription.ts';
import { isNotThere, isPassing, isWrongRevision } from './eventstoredb/trouble.ts';
import { eventDataOf, storedEventOf } from './eventstoredb/wire.ts';

/**
 * The event log in an EventStoreDB, 23.10 or later: what `caughtUp` rests on is not in older ones.
 *
 * Event ids must be UUIDs, and one append at most 1 MiB. Deleting a stream is the server's soft delete: its events can
 * no longer be read in the stream, but they stay in the whole log, and on disk, until an operator scavenges.
 * @param address `esdb://` or `esdb+discover://`, with hosts, TLS settings, user and password.
 * @param patience how long a call goes on trying before it is Unavailable. Appends are repeated with the same ids.
 */
export function openEventStoreDB({
  address,
  patience = { inAll: 8_000, each: 3_000 },
}: {
  readonly address: string;
  readonly patience?: Patience;
}): EventStore {
  const credentials = credentialsOf(address);
  const client = EventStoreDBClient.connectionString(address);
  const closed = new AbortController();
  const underway = new Set<Promise<unknown>>();
  const oneByOne = inTurn();

  /** Keeps track of a call, so that closing can wait for it. */
  async function call<T>(attempt: (attempt: { number: number; limit: number }) => Promise<T>): Promise<T> {
    if (closed.signal.aborted) throw new Unavailable('The event store is closed.');
    const work = patiently(patience, closed.signal, attempt);
    underway.add(work);
    try {
      return await work;
    } finally {
      underway.delete(work);
    }
  }
  return {} as never;
}
