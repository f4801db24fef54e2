import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { eventBytes } from './event-wire.ts';
import type { Faults } from './faults.ts';
import { isReadable } from './finite-read.ts';
import { streamDeleted, thrownByHandler } from './grpc-errors.ts';
import type { InMemoryStore } from './in-memory-store.ts';
import { pagedSource } from './paged-source.ts';
import { type ReadAnswer, type ReadCall, send } from './read-call.ts';
import type { ReadRequest } from './read-request.ts';
import { type Live, overflow, type Patience } from './slow-consumer.ts';
import { allSource, type Place, type SubscriptionItem, streamSource } from './subscription-source.ts';

type SubscriptionRequest = Extract<ReadRequest, { mode: 'subscription' }>;
type Surroundings = {
  store: InMemoryStore;
  faults: Faults;
  patience: Patience;
  like: Release;
  signal: AbortSignal;
};

/** Which server it is like where they differ in how they carry out a subscription. */
export type Release = '23.10' | '25.0';

/**
 * A catch-up subscription: a confirmation, what is there already, word that it has caught up, and then what comes.
 * It only ever ends by an error: the caller's signal, a drop, a tombstone, or a consumer that is too slow.
 */
export async function subscribe(
  call: ReadCall,
  request: SubscriptionRequest,
  { store, faults, patience, like, signal }: Surroundings,
): Promise<never> {
  if (request.of === 'stream' && store.isTombstoned(request.stream)) throw streamDeleted(request.stream);
  if (request.of === 'all' && !isReadable(store, request)) throw thrownByHandler();
  const dropped = new AbortController();
  const release = faults.droppable((error) => dropped.abort(error));
  const isSilent = faults.silenceable();
  const live = liveIn(like, request, store, patience);
  try {
    return await pump(call, request, live, { isSilent, signal: AbortSignal.any([signal, dropped.signal]) });
  } catch (error) {
    throw dropped.signal.aborted ? dropped.signal.reason : error;
  } finally {
    release();
  }
}

type Pumping = { readonly isSilent: () => boolean; readonly signal: AbortSignal };

async function pump(
  call: ReadCall,
  request: SubscriptionRequest,
  live: Live,
  { isSilent, signal }: Pumping,
): Promise<never> {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
  await send(call, new streams.ReadResp().setConfirmation(confirmation), signal);

  let caughtUp = false;
  for (;;) {
    if (isSilent()) await once(signal, 'abort');
    signal.throwIfAborted();
    const item = live.source.next();
    if (item) {
      if (caughtUp && item.item === 'event') overflow(live, item.event);
      await send(call, responseOf(item, request, caughtUp), signal, caughtUp ? live : undefined);
    } else if (caughtUp) {
      await live.log.nextWrite(signal);
    } else {
      caughtUp = true;
      await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()), signal, live);
    }
  }
}

function liveIn(like: Release, request: SubscriptionRequest, store: InMemoryStore, patience: Patience): Live {
  const { log } = store;
  if (request.of === 'stream') return { source: streamSource(store, request.stream, request.from), log, patience };
  if (like === '23.10') return { source: allSource(log, request.from, request.filter), log, patience };
  const neverTooSlow = { ...patience, burst: Number.POSITIVE_INFINITY };
  return { source: pagedSource(log, request.from, request.filter), log, patience: neverTooSlow };
}

function responseOf(item: SubscriptionItem, request: SubscriptionRequest, caughtUp: boolean): ReadAnswer {
  switch (item.item) {
    case 'event':
      return eventBytes(item.event, request.structuredIds);
    case 'checkpoint': {
      // While it catches up the server names the place where it began to look, so that checkpoints lag behind.
      if (!caughtUp) return checkpointAt({ commit: item.since, prepare: 0n });
      return checkpointAt({ commit: item.position, prepare: item.position });
    }
    case 'place':
      return checkpointAt(item.place);
    case 'tombstone':
      throw streamDeleted(request.of === 'stream' ? request.stream : '$all');
  }
}

function checkpointAt({ commit, prepare }: Place): ReadAnswer {
  const { Checkpoint } = streams.ReadResp;
  const checkpoint = new Checkpoint().setCommitPosition(commit.toString()).setPreparePosition(prepare.toString());
  return new streams.ReadResp().setCheckpoint(checkpoint);
}
