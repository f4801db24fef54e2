import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { eventBytes } from './event-wire.ts';
import type { Faults } from './faults.ts';
import { isReadable } from './finite-read.ts';
import { streamDeleted, thrownByHandler } from './grpc-errors.ts';
import type { InMemoryStore } from './in-memory-store.ts';
import { type ReadAnswer, type ReadCall, send } from './read-call.ts';
import type { ReadRequest } from './read-request.ts';
import { type Live, overflow, type Patience } from './slow-consumer.ts';
import { allSource, type SubscriptionItem, type SubscriptionSource, streamSource } from './subscription-source.ts';

type SubscriptionRequest = Extract<ReadRequest, { mode: 'subscription' }>;
type Surroundings = { store: InMemoryStore; faults: Faults; patience: Patience; signal: AbortSignal };

/**
 * A catch-up subscription: a confirmation, what is there already, word that it has caught up, and then what comes.
 * It only ever ends by an error: the caller's signal, a drop, a tombstone, or a consumer that is too slow.
 */
export async function subscribe(
  call: ReadCall,
  request: SubscriptionRequest,
  { store, faults, patience, signal }: Surroundings,
): Promise<never> {
  if (request.of === 'stream' && store.isTombstoned(request.stream)) throw streamDeleted(request.stream);
  if (request.of === 'all' && !isReadable(store, request)) throw thrownByHandler();
  const dropped = new AbortController();
  const release = faults.droppable((error) => dropped.abort(error));
  const isSilent = faults.silenceable();
  const live: Live = { source: sourceOf(store, request), log: store.log, patience };
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

function sourceOf(store: InMemoryStore, request: SubscriptionRequest): SubscriptionSource {
  return request.of === 'all'
    ? allSource(store.log, request.from, request.filter)
    : streamSource(store, request.stream, request.from);
}

function responseOf(item: SubscriptionItem, request: SubscriptionRequest, caughtUp: boolean): ReadAnswer {
  switch (item.item) {
    case 'event':
      return eventBytes(item.event, request.structuredIds);
    case 'checkpoint': {
      // While it catches up the server names the place where it began to look, so that checkpoints lag behind.
      const position = (caughtUp ? item.position : item.since).toString();
      const checkpoint = new streams.ReadResp.Checkpoint().setCommitPosition(position).setPreparePosition(position);
      return new streams.ReadResp().setCheckpoint(checkpoint);
    }
    case 'tombstone':
      throw streamDeleted(request.of === 'stream' ? request.stream : '$all');
  }
}
