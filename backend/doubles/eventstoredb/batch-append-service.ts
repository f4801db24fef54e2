import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream, ServiceError } from '@grpc/grpc-js';
import type { Asked } from './asked.ts';
import { batchAccessDenied, batchAnswer, batchBadRequest, batchNotReady, batchTimeout } from './batch-append-answer.ts';
import { proposedEvent, streamName } from './event-wire.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import type { Faults } from './faults.ts';
import { invalidArgument, notLeader, thrownByHandler } from './grpc-errors.ts';
import { type InMemoryStore, MAX_APPEND_BYTES, type ProposedEvent, sizeOf } from './in-memory-store.ts';
import { uuidFrom } from './uuid-wire.ts';

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** The longest that the server waits for the last chunk of an append, in milliseconds, whatever its deadline. */
export const WRITE_TIMEOUT = 2_000;

/** An append whose last chunk has not come yet. */
type PendingAppend = {
  correlationId: UUID;
  stream: string;
  expected: ExpectedRevision;
  events: ProposedEvent[];
  bytes: number;
  timer: NodeJS.Timeout | undefined;
};

/**
 * BatchAppend: many appends over one call, told apart by their correlation id, each answered exactly once. What is wrong
 * with one is in its own answer; that another node leads ends the call, with everything that is under way on it.
 */
export function batchAppendService(
  store: InMemoryStore,
  faults: Faults,
  { now, asked }: { now: () => number; asked: Asked },
): IStreamsServer['batchAppend'] {
  return (call: BatchCall) => {
    const pending = new Map<string, PendingAppend>();
    let owed = 0;
    let isHalfClosed = false;
    let isOver = false;
    const end = () => {
      isOver = true;
      release();
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
    };
    const fail = (error: ServiceError) => {
      if (isOver) return;
      end();
      call.off('data', take);
      call.emit('error', error);
    };
    const release = faults.breakable(fail);
    const write = (answer: BatchAppendResp) => {
      if (!isOver && call.writable) call.write(answer);
    };
    /** Whoever says that no more appends come is still given the answers to those that came. */
    const closeWhenDone = () => {
      if (!isHalfClosed || owed > 0 || isOver) return;
      end();
      call.end();
    };
    /** Takes an append off those that are waited for; true when it was one. */
    const settle = (id: string): boolean => {
      clearTimeout(pending.get(id)?.timer);
      return pending.delete(id);
    };

    const take = (request: BatchAppendReq) => {
      const id = uuidFrom(request.getCorrelationId());
      const correlationId = request.getCorrelationId();
      if (id === undefined || !correlationId) return fail(invalidArgument('A chunk has no correlation id.'));
      const options = request.getOptions();
      if (options) {
        const opened = openedBy(options, correlationId);
        const left = timeLeft(options, now());
        if (left <= 0) return write(batchTimeout(opened));
        if (!pending.has(id)) pending.set(id, opened);
        if (!request.getIsFinal()) {
          opened.timer = setTimeout(() => {
            if (settle(id)) write(batchTimeout(opened));
          }, left);
        }
      }
      const append = pending.get(id);
      // A chunk of what never began, or is answered already: the server passes it over.
      if (!append) return;
      const wrong = addEvents(append, request);
      if (wrong !== undefined) {
        settle(id);
        return write(batchBadRequest(append, wrong));
      }
      if (append.bytes > MAX_APPEND_BYTES) {
        settle(id);
        return write(batchAnswer(append, append.expected, { outcome: 'too large', limit: MAX_APPEND_BYTES }));
      }
      if (!request.getIsFinal()) return;
      settle(id);
      asked.appends.push(append.stream);

      const refusal = faults.refusal();
      if (refusal?.refused === 'not leader') return fail(notLeader(refusal.leader));
      if (refusal?.refused === 'failed') return fail(thrownByHandler());
      if (refusal?.refused === 'not ready') return write(batchNotReady(append));
      if (refusal?.refused === 'denied') return write(batchAccessDenied(append));
      const outcome = store.append(append.stream, append.expected, append.events);
      if (outcome.outcome === 'dropped') return void setTimeout(write, WRITE_TIMEOUT, batchTimeout(append)).unref();
      const answer = batchAnswer(append, append.expected, outcome);
      owed += 1;
      const give = (given: BatchAppendResp) => () => {
        write(given);
        owed -= 1;
        closeWhenDone();
      };
      faults.answer(outcome.outcome === 'written', give(answer), give(batchTimeout(append)));
    };
    call.on('data', take);
    call.on('cancelled', end);
    call.on('end', () => {
      isHalfClosed = true;
      closeWhenDone();
    });
  };
}

/** Adds a chunk to its append. Returns what is wrong with the chunk. */
function addEvents(append: PendingAppend, request: BatchAppendReq): string | undefined {
  for (const message of request.getProposedMessagesList()) {
    const event = proposedEvent(message);
    if (!event) return 'An event has no UUID.';
    append.events.push(event);
    append.bytes += sizeOf(event);
  }
  return undefined;
}

function openedBy(options: BatchAppendReq.Options, correlationId: UUID): PendingAppend {
  const stream = streamName(options.getStreamIdentifier());
  return { correlationId, stream, expected: expectedOf(options), events: [], bytes: 0, timer: undefined };
}

/** Milliseconds until the deadline, which is a time of day, by the server's own clock; the client's may be another. */
function timeLeft(options: BatchAppendReq.Options, now: number): number {
  const deadline = options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY;
  return Math.min(deadline - now, WRITE_TIMEOUT);
}

function expectedOf(options: BatchAppendReq.Options): ExpectedRevision {
  if (options.hasStreamPosition()) return BigInt(options.getStreamPosition());
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : 'any';
}
