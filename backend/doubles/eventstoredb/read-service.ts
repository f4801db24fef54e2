import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Asked } from './asked.ts';
import { eventBytes, streamIdentifier } from './event-wire.ts';
import type { Faults } from './faults.ts';
import { finiteRead } from './finite-read.ts';
import { failedToRead, invalidArgument, streamDeleted } from './grpc-errors.ts';
import type { InMemoryStore } from './in-memory-store.ts';
import { type ReadCall, send } from './read-call.ts';
import { type ReadRequest, readRequest } from './read-request.ts';
import type { Patience } from './slow-consumer.ts';
import { type Release, subscribe } from './subscription.ts';

/** Read: a stream or $all, forwards or backwards, to an end or as a subscription. */
export function readService(
  store: InMemoryStore,
  faults: Faults,
  { patience, asked, like }: { patience: Patience; asked: Asked; like: Release },
): (call: ReadCall) => void {
  return (call) => {
    const gone = new AbortController();
    call.on('cancelled', () => gone.abort());
    call.on('close', () => gone.abort());

    serve(call, gone.signal).catch((error: unknown) => {
      // A call that is gone has nobody left to tell.
      if (!gone.signal.aborted) call.emit('error', error);
    });
  };

  async function serve(call: ReadCall, signal: AbortSignal): Promise<void> {
    const request = readRequest(call.request);
    if (!request) throw invalidArgument('Neither a stream nor $all is asked for.');
    if (request.mode === 'subscription') asked.subscriptions.push(request.from);
    else if (request.of === 'stream') asked.reads.push(request.stream);
    if (faults.fails()) throw failedToRead();
    if (request.mode === 'subscription') await subscribe(call, request, { store, faults, patience, like, signal });
    else await read(call, request, { store, faults, signal });
    call.end();
  }
}

async function read(
  call: ReadCall,
  request: Extract<ReadRequest, { mode: 'read' }>,
  { store, faults, signal }: { store: InMemoryStore; faults: Faults; signal: AbortSignal },
): Promise<void> {
  const result = finiteRead(store, request);
  const stream = request.of === 'stream' ? request.stream : '$all';
  switch (result.found) {
    case 'events': {
      let sent = 0;
      for (const event of result.events) {
        await faults.readOn(sent++, signal);
        await send(call, eventBytes(event, request.structuredIds), signal);
      }
      break;
    }
    case 'no stream': {
      const notFound = new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream));
      await send(call, new streams.ReadResp().setStreamNotFound(notFound), signal);
      break;
    }
    case 'tombstone':
      throw streamDeleted(stream);
  }
}
