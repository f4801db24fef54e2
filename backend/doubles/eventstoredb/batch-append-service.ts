import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream, ServiceError } from '@grpc/grpc-js';
import { batchAnswer, batchTimeout } from './batch-append-answer.ts';
import { proposedEvent, streamName } from './event-wire.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import type { Faults } from './faults.ts';
import { invalidArgument } from './grpc-errors.ts';
import type { InMemoryStore, ProposedEvent } from './in-memory-store.ts';
import { uuidFrom } from './uuid-wire.ts';

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** An append whose last chunk has not come yet. */
type PendingAppend = {
  correlationId: string;
  stream: string;
  expected: ExpectedRevision;
  deadline: number;
  events: ProposedEvent[];
};

/** BatchAppend: many appends over one call, told apart by their correlation id, each answered exactly once. */
export function batchAppendService(store: InMemoryStore, faults: Faults): IStreamsServer['batchAppend'] {
  return (call: BatchCall) => {
    const pending = new Map<string, PendingAppend>();
    const fail = (error: ServiceError) => {
      // An error ends the call and takes every append on it along.
      call.off('data', take);
      call.emit('error', error);
    };
    const take = (request: BatchAppendReq) => {
      const append = add(pending, request);
      if (append instanceof Error) return fail(append);
      if (!request.getIsFinal()) return;
      pending.delete(append.correlationId);

      const refusal = faults.refusal();
      if (refusal) return fail(refusal);
      const answer = answerTo(store, append);
      faults.answer(() => {
        if (call.writable) call.write(answer);
      });
    };
    call.on('data', take);
    call.on('end', () => call.end());
  };
}

function answerTo(store: InMemoryStore, append: PendingAppend): BatchAppendResp {
  if (append.deadline <= Date.now()) return batchTimeout(append);
  return batchAnswer(append, store.append(append.stream, append.expected, append.events));
}

/** Adds a chunk to its append, which the first chunk opens with its options. */
function add(pending: Map<string, PendingAppend>, request: BatchAppendReq): PendingAppend | ServiceError {
  const correlationId = uuidFrom(request.getCorrelationId());
  if (correlationId === undefined) return invalidArgument('A chunk has no correlation id.');
  const append = pending.get(correlationId) ?? opened(correlationId, request.getOptions());
  if (!append) return invalidArgument('The first chunk of an append has no options.');
  for (const message of request.getProposedMessagesList()) {
    const event = proposedEvent(message);
    if (!event) return invalidArgument('An event has no UUID.');
    append.events.push(event);
  }
  pending.set(correlationId, append);
  return append;
}

function opened(correlationId: string, options: BatchAppendReq.Options | undefined): PendingAppend | undefined {
  if (!options) return undefined;
  return {
    correlationId,
    stream: streamName(options.getStreamIdentifier()),
    expected: expectedOf(options),
    deadline: options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY,
    events: [],
  };
}

function expectedOf(options: BatchAppendReq.Options): ExpectedRevision {
  if (options.hasStreamPosition()) return BigInt(options.getStreamPosition());
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : 'any';
}
