import { DamagedStream, Unavailable } from '../../modules/kernel/errors.ts';
import type { StoredEvent } from '../../modules/kernel/event.ts';
import type { EventStore, LogBatch } from '../../modules/kernel/event-store.ts';
import { InFlight } from '../runtime/concurrency/in-flight.ts';
import { backOff } from '../runtime/retries/back-off.ts';
import { pause } from '../runtime/time/pause.ts';
import { clientAt } from './eventstoredb/address.ts';
import { anchorsOf } from './eventstoredb/anchors.ts';
import type { AppendBounds } from './eventstoredb/appending/append-room.ts';
import { appenderOf } from './eventstoredb/appending/appended-once.ts';
import { inTurn } from './eventstoredb/appending/in-turn.ts';
import { appendsOf } from './eventstoredb/appends.ts';
import { beginningOf } from './eventstoredb/beginning.ts';
import { deleteStream } from './eventstoredb/deletions.ts';
import { OwnEvents } from './eventstoredb/reading/own-events.ts';
import { pageAfter } from './eventstoredb/reading/page.ts';
import { type PassedOver, saidOnce } from './eventstoredb/reading/passed-over.ts';
import { replayOf } from './eventstoredb/reading/replay.ts';
import { batchesAfter, type Source } from './eventstoredb/reading/subscription.ts';
import { readerOf } from './eventstoredb/reads.ts';
import { recordsOf } from './eventstoredb/records.ts';
import { type Patience, patiently, type Try } from './eventstoredb/trouble/patience.ts';
import { refusalOf, refusalOfCluster } from './eventstoredb/trouble/refusal.ts';
import { isFault, isPassing, isTooSlow, unavailable } from './eventstoredb/trouble/trouble.ts';

/** Back-off of a subscription that was lost, in milliseconds: what is appended as soon as the server is back is answered when it came through it. */
const subscribeAgain = { first: 50, most: 1_000 };

/** Milliseconds that the client has for leaving the server when nothing is under way any more. */
const closingPatience = 1_000;

/**
 * The server buffers 32 live events for each subscription, and ends those that fall behind: an append of 200 events ended
 * most subscriptions of all nodes, one of 100 none.
 */
const mostPerAppend = 64;

/**
 * The event log in an EventStoreDB, 23.10 or later: older ones do not say when a subscription has caught up.
 *
 * Event ids must be UUIDs, and one append at most 1 MiB. Deleting a stream is the server's soft delete: its events can
 * no longer be read in the stream, but stay in the whole log, and on disk, until an operator scavenges.
 * @param address `esdb://` or `esdb+discover://`, with hosts, TLS settings, user and password.
 * @param prefix what the names of the shop's streams begin with on the server, where there may be other shops and other
 *   applications; of all that only what is under the prefix is read. No prefix may be the beginning of another.
 * @param bounds how much may be under way; what comes beyond that is Busy.
 * @param patience how long a call goes on trying before it is Unavailable: somebody waits for it, and a new leader is
 *   mostly found within that. Appends are repeated with the same ids.
 * @param passedOver told once of each event under the prefix that no shop has written
 * @throws BadEventStoreAddress
 */
export function openEventStoreDB({
  address,
  prefix,
  patience = { inAll: 3_500, each: 1_500 },
  bounds,
  passedOver = () => {},
}: {
  readonly address: string;
  readonly prefix: string;
  readonly patience?: Patience;
  readonly bounds?: AppendBounds;
  readonly passedOver?: (event: PassedOver) => void;
}): EventStore {
  const client = clientAt(address);
  const reader = readerOf(client, prefix, patience.each);
  const anchors = anchorsOf(reader.lastBefore);
  const source: Source = { client, prefix, anchors, passedOver: saidOnce(`${prefix}beginning`, passedOver) };
  const found = beginningOf(client, address, `${prefix}beginning`, reader);
  const beginning = async (deadline: number): Promise<bigint> => {
    const began = await found(deadline);
    anchors.keep(began);
    return began;
  };
  const appends = appendsOf(client, address, bounds);
  const own = new OwnEvents();
  const append = appenderOf(appends, prefix, reader, { own });
  const appendInTurn = inTurn();
  const closing = new AbortController();
  const underway = new InFlight();
  let isReached = false;
  let closed: Promise<void> | undefined;

  /** Does what the port promises for every call: it comes to an end in time, and before the store is closed. */
  async function call<T>(attempt: (attempt: Try) => Promise<T>, inTurnOf?: string): Promise<T> {
    if (closing.signal.aborted) throw new Unavailable('The event store is closed.');
    const began = performance.now();
    const work = () => patiently({ ...patience, inAll: patience.inAll - (performance.now() - began) }, attempt);
    try {
      const answer = await underway.run(() => (inTurnOf === undefined ? work() : appendInTurn(inTurnOf, work)));
      isReached = true;
      return answer;
    } catch (error) {
      if (isReached || !(error instanceof Unavailable)) throw error;
      throw (await refusalOfCluster(address)) ?? error;
    }
  }

  return {
    mostPerAppend,
    async append(stream, expected, events) {
      if (events.length === 0) throw new RangeError('An append needs at least one event.');
      return append(stream, expected, events, (once) =>
        call(async (attempt) => {
          await beginning(attempt.limit);
          return once(attempt);
        }, stream),
      );
    },
    readStream: (stream, options) => {
      // What one try has brought counts: the next goes on behind it, and only silence is waited for.
      const read: StoredEvent[] = [];
      const emptied = () => {
        if (options?.whole) throw new DamagedStream(stream, 'All that is in it is gone.');
      };
      return call((attempt) => reader.readStream(stream, options, { read, attempt, emptied }));
    },
    idAt: (position) => call(() => reader.idAt(position)),
    readAll: ({ after, limit }) =>
      call(async (attempt) => {
        const began = later(after, await beginning(attempt.limit));
        // What was seen of a long log in the time there is counts, instead of being tried again from the start.
        return pageAfter(source, { after: began, limit, within: attempt.limit * 0.8 });
      }),
    async *replay({ after }) {
      const began = later(after, await call(({ limit }) => beginning(limit)));
      yield* replayOf(source, { after: began, signal: closing.signal, patience });
    },
    waiting: () => underway.size,
    head: () => call(() => reader.head()),
    deleteStream: async (stream) =>
      void (await call(({ limit }) => deleteStream(client, prefix + stream, limit), stream)),
    async *subscribe({ after, signal }): AsyncGenerator<LogBatch, void, undefined> {
      const over = AbortSignal.any([signal, closing.signal]);
      let position = after;
      let failures = 0;
      const leave = own.follow();
      try {
        while (!over.aborted) {
          let opened = position;
          try {
            opened = later(position, await call(({ limit }) => beginning(limit)));
            for await (const batch of batchesAfter(source, { after: opened, signal: over, own })) {
              failures = 0;
              position = batch.position;
              yield batch;
            }
          } catch (error) {
            const refusal = refusalOf(error);
            if (refusal) throw refusal;
            // Said, and not tried again in silence: it may lie in where it is to go on from, which is no more in a log that was put back.
            if (!isPassing(error)) throw isFault(error) ? unavailable(error) : error;
            // No back-off: the server is well, and answers wait for what comes next. Unless it brought nothing, which
            // would make this a busy loop.
            if (isTooSlow(error) && position > opened) continue;
            failures += 1;
            await pause(backOff(failures, subscribeAgain), over);
          }
        }
      } finally {
        leave();
      }
    },
    records: recordsOf(client, { address, appends, prefix, anchors, silence: patience.each, beginning, call }),
    close() {
      closed ??= (async () => {
        closing.abort();
        await underway.idle();
        // Of reads that were given up while their answers came the client waits for an end that nobody brings about (6.2.1).
        const disposed = new AbortController();
        const disposing = client.dispose().finally(() => disposed.abort());
        await Promise.race([disposing, pause(closingPatience, disposed.signal)]);
      })();
      return closed;
    },
  };
}

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);
